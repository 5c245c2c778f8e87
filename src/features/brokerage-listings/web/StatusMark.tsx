import { Dial, type DialFace } from '../../../platform/ui/marks/Dial.tsx'
import { type BrokerageListingStatus, listingStatusLabel } from '../rules.ts'
import classes from './Listings.module.css'

const faces: Readonly<Record<BrokerageListingStatus, readonly [face: DialFace, color: string]>> = {
  coming_soon: [0.15, 'var(--kt-blue-dot)'],
  active: [0.5, 'var(--kt-amber-dot)'],
  conditional: [0.75, 'var(--kt-amber-dot)'],
  sold: ['check', 'var(--kt-green-dot)'],
  leased: ['check', 'var(--kt-green-dot)'],
  withdrawn: ['crossed', 'var(--kt-neutral-8)'],
}

/** How far a home is, as a dial and a word. */
export function StatusMark({ status, children }: { status: BrokerageListingStatus; children?: string | null }) {
  const [face, color] = faces[status]
  return (
    <span className={classes.status}>
      <Dial face={face} color={color} /> {listingStatusLabel(status)}
      {children && <span>{children}</span>}
    </span>
  )
}
