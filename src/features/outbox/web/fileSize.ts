const UNITS = ['bytes', 'kB', 'MB']

/** "812 bytes", "14 kB", "2.4 MB". */
export function formatSize(bytes: number): string {
  const unit = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const value = bytes / 1000 ** unit
  const digits = unit === 2 && value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}
