/** Most resident memory this process has had, in megabytes. */
export const peakMB = (): number => process.resourceUsage().maxRSS / 1_024
