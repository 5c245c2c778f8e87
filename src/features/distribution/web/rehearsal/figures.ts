/** "4:30", of seconds; a dash where there is nothing to count. */
export function clock(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** "+14", "−9", "0". */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0')
