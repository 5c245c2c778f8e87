import { EndedOffer } from './EndedOffer.tsx'
import { OfferCard } from './OfferCard.tsx'
import { useEnding, useOffers, useRanOut, useReceipts } from './useOffers.ts'

/** The lead that is offered to the person, over whatever page is open; the others wait behind it. */
export function OffersHost() {
  const { offers, now } = useOffers()
  const [shown, ...behind] = offers
  const { ending, setEnding } = useEnding()
  useReceipts(shown)
  useRanOut(shown, now, () => setEnding('The offer went to the next agent.'))
  if (ending !== null) return <EndedOffer text={ending} />
  return shown ? <OfferCard key={shown.id} offer={shown} behind={behind.length} now={now} onLate={setEnding} /> : null
}
