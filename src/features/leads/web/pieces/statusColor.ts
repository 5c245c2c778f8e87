import type { Hue } from '../../../../platform/ui/theme/tokens.ts'

/** The hue of each status from -1 to 10; grey where nothing is happening. */
const hues: readonly (Hue | null)[] = [
  null,
  null,
  'blue',
  'indigo',
  'cyan',
  'moss',
  'amber',
  'orange',
  'pink',
  'violet',
  'green',
  'green',
]

/** The colour of a status, as CSS. */
export const statusColor = (status: number): string => {
  const hue = hues[status + 1] ?? null
  return hue === null ? 'var(--kt-ink-4)' : `var(--kt-${hue}-dot)`
}
