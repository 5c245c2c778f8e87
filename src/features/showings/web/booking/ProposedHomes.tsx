import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { cardPrice } from '../../../listings/web/pieces/ListingCards.tsx'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { ProposedHome } from '../../contract.ts'
import classes from './ShowingForm.module.css'

interface ProposedHomesProps {
  homes: readonly ProposedHome[]
  /** The client's first name. */
  name: string
  /** The MLS number that the form holds. */
  chosen: string
  onChoose(home: ProposedHome): void
  /** Takes the home out of the form again. */
  onClear(): void
}

const FIRST = 4

/** Homes that the lead asked for, viewed or keeps, as cards to choose from. */
export function ProposedHomes({ homes, name, chosen, onChoose, onClear }: ProposedHomesProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (homes.length === 0) return null
  const isAsked = homes.some(({ asked }) => asked !== null)
  const rest = homes.length - FIRST
  // The home that the form begins with is in sight, wherever it stands.
  const shown = isWhole ? homes : homes.filter((home, index) => index < FIRST || home.listing.mls_number === chosen)
  return (
    <section className={classes.proposed} aria-label="Homes to show">
      <h3 className={classes.heading}>
        {`Homes ${name || 'they'} ${isAsked ? 'asked for or viewed' : 'viewed'}`}
        <span>most first, still on the market</span>
        {rest > 0 && (
          <Button size="xs" variant="subtle" color="gray" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer' : `All ${homes.length}`}
          </Button>
        )}
      </h3>
      <ul className={classes.homes}>
        {shown.map(home => {
          const isChosen = home.listing.mls_number === chosen
          return (
            <li key={home.listing.id}>
              <HomeCard home={home} isChosen={isChosen} onPress={() => (isChosen ? onClear() : onChoose(home))} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function HomeCard({ home, isChosen, onPress }: { home: ProposedHome; isChosen: boolean; onPress(): void }) {
  const { listing } = home
  const why = reasonOf(home)
  return (
    <button type="button" className={classes.card} aria-pressed={isChosen} onClick={onPress}>
      <span className={classes.frame}>
        <ListingPicture base={listing.photo_base_url} alt="" kind={listing.property_type} sizes="140px" />
        {why && (
          <span className={classes.why}>
            <Badge {...(why.hue ? { hue: why.hue } : {})}>{why.text}</Badge>
          </span>
        )}
        <span className={classes.tick} aria-hidden>
          {isChosen && <IconCheck size={12} stroke={2.4} />}
        </span>
      </span>
      <b>{cardPrice(listing)}</b>
      <span className={classes.street}>{listing.address}</span>
      <span className={classes.place}>
        {[listing.neighbourhood || listing.city, listing.beds > 0 ? `${listing.beds} bed` : 'Studio'].join(' · ')}
      </span>
    </button>
  )
}

const OFTEN = 3

/** Why a home is among those to choose from, in one or two words. */
function reasonOf({ asked, viewed, is_favourite }: ProposedHome): { text: string; hue?: Hue } | null {
  if (asked) return { text: 'Asked for', hue: 'orange' }
  if (viewed >= OFTEN) return { text: `${viewed} times`, hue: 'pink' }
  if (is_favourite) return { text: 'Favourite' }
  return viewed === 2 ? { text: 'Twice' } : null
}
