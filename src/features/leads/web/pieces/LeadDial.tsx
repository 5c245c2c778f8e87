import { Dial, type DialFace } from '../../../../platform/ui/marks/Dial.tsx'
import { statusColor } from './statusColor.ts'

/** The dial of each status from -1 to 10; between them it turns by an eighth each. */
const faces: Readonly<Record<number, DialFace>> = { [-1]: 'dashed', 0: 'crossed', 1: 'dot', 9: 'check', 10: 'house' }

/** The dial of a lead's status. Decoration: the word beside it says the same. */
export const LeadDial = ({ status, size }: { status: number; size?: number }) => (
  <Dial face={faces[status] ?? (status - 1) / 8} color={statusColor(status)} {...(size ? { size } : {})} />
)
