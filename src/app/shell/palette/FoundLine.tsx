import { statusLabel } from '../../../features/leads/rules.ts'
import { usePhoneText } from '../../../features/leads/web/client/phones.ts'
import { LeadDial } from '../../../features/leads/web/pieces/LeadDial.tsx'
import type { FoundLead } from '../../../features/search/contract.ts'
import { isMarked, markedPieces } from './marks.ts'
import classes from './Palette.module.css'

interface MarkedProps {
  text: string
  query: string
}

/** A text with what was searched for marked in it. */
export const Marked = ({ text, query }: MarkedProps) =>
  markedPieces(text, query).map((piece, at) => {
    const key = `${at}${piece.text}`
    return piece.isMatch ? (
      <mark key={key} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    )
  })

/** How a lead is reached: their number, or their address where that is what was searched for. */
export function LeadContact({ lead: { phone, email, detail }, query }: { lead: FoundLead; query: string }) {
  const number = usePhoneText(phone)
  const isByEmail = email !== null && !isMarked(number, query) && isMarked(email, query)
  return <Marked text={(isByEmail ? email : number || email) || detail} query={query} />
}

/** The status of a lead at the end of its line. */
export const LeadStatus = ({ status }: { status: number }) => (
  <span className={classes.status}>
    <LeadDial status={status} size={14} /> {statusLabel(status)}
  </span>
)
