/** Most resident memory this process has had, in megabytes. */
export const peakMB = (): number => process.resourceUsage().maxRSS / 1_024

/** Processor seconds, in the program and in the system, since `start`. */
export const cpuSeconds = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000_000
}
