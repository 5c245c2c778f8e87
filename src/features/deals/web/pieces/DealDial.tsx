import { Dial, type DialFace } from '../../../../platform/ui/marks/Dial.tsx'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'

const faces: Readonly<Record<number, readonly [face: DialFace, hue: Hue | null]>> = {
  1: [0.08, null],
  2: [0.3, 'blue'],
  3: [0.6, 'amber'],
  4: [0.85, 'violet'],
  5: ['check', 'green'],
  6: ['crossed', 'red'],
}

/** How far a deal is, as a dial; the word beside it says the same. */
export function DealDial({ status, size }: { status: number; size?: number }) {
  const [face, hue] = faces[status] ?? ['dashed', null]
  return <Dial face={face} color={hue ? `var(--kt-${hue}-dot)` : 'var(--kt-neutral-8)'} {...(size ? { size } : {})} />
}
