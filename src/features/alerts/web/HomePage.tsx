import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled, IconMail, IconPhone } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { money } from '../../../platform/web/money.ts'
import classes from '../../../product/VisitorPage.module.css'
import { UnknownLink, VisitorPage } from '../../../product/VisitorPage.tsx'
import { Gallery } from '../../listings/web/pieces/Gallery.tsx'
import { ListingPlace } from '../../listings/web/pieces/ListingPlace.tsx'
import { ListingSheet } from '../../listings/web/pieces/ListingSheet.tsx'
import { AskFor } from '../../requests/web/pieces.tsx'
import { alertCalls, type PublicHome } from '../contract/alerts.ts'
import { visitHome } from './client.ts'

/** `/homes/{token}`: a home that somebody opened from an e-mail; programs that only look at links do not count. */
export function HomePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { action } = useSearch({ strict: false }) as { action?: string }
  const visit = useMutation({ mutationFn: (what: 'view' | 'favourite' | 'unfavourite') => visitHome(token, what) })
  const { mutate } = visit
  useEffect(() => mutate(action === 'favourite' ? 'favourite' : 'view'), [mutate, action])
  if (visit.error && !visit.data) return <UnknownLink />
  const home = visit.data
  return (
    <VisitorPage title={home?.listing.address ?? 'A home'}>
      {home ? <Home key={token} home={home} token={token} onAction={mutate} /> : <Loading />}
    </VisitorPage>
  )
}

interface HomeProps {
  home: PublicHome
  token: string
  onAction(action: 'favourite' | 'unfavourite'): void
}

function Home({ home, token, onAction }: HomeProps) {
  const { listing, photos, is_favourite, agent } = home
  const Heart = is_favourite ? IconHeartFilled : IconHeart
  return (
    <>
      <Gallery base={listing.photo_base_url} captions={photos} address={listing.address} kind={listing.property_type} />
      <ListingSheet listing={listing} />
      <AskFor
        kinds={listing.status === 'active' ? ['viewing', 'offer', 'sell'] : ['sell']}
        asking={`${money(listing.price)}${listing.offer === 'lease' ? ' a month' : ''}`}
        agent={agent?.name ?? null}
        asked={home.requests}
        ask={{ call: alertCalls.request, token }}
      />
      <div className={classes.actions}>
        <Button
          size="md"
          variant="default"
          aria-pressed={is_favourite}
          leftSection={<Heart size={16} stroke={1.6} />}
          onClick={() => onAction(is_favourite ? 'unfavourite' : 'favourite')}
        >
          {is_favourite ? 'A favourite' : 'Save to favourites'}
        </Button>
        {agent?.phone && (
          <Button
            size="md"
            variant="default"
            component="a"
            href={`tel:${agent.phone}`}
            leftSection={<IconPhone size={16} stroke={1.6} />}
          >
            Call {agent.name}
          </Button>
        )}
        {agent && (
          <Button
            size="md"
            variant="default"
            component="a"
            href={`mailto:${agent.email}`}
            leftSection={<IconMail size={16} stroke={1.6} />}
          >
            Write to {agent.name}
          </Button>
        )}
      </div>
      <ListingPlace listing={listing} />
    </>
  )
}
