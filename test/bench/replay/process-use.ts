/** Peak resident memory of this process, in megabytes. */
export const peakMB = (): number => process.resourceUsage().maxRSS / 1_024

/** Processor seconds, user and system, since `start`. */
export const cpuSeconds = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000_000
}
