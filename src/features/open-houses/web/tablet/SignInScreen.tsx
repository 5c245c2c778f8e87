import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { ApiError } from '../../../../platform/web/calls/apiErrors.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { BrandMark } from '../../../../product/brand/BrandMark.tsx'
import { site } from '../../../../product/site.ts'
import { VisitorPage } from '../../../../product/VisitorPage.tsx'
import { HomePhoto } from '../../../brokerage-listings/web/pieces.tsx'
import type { SignInPage } from '../../contract.ts'
import { closedSentence, signInStateAt } from '../../rules.ts'
import { visitHours } from '../wording.ts'
import { signInPageQuery } from './client.ts'
import classes from './SignIn.module.css'
import { SignInForm } from './SignInForm.tsx'
import { Thanks } from './Thanks.tsx'
import { WaitingLine } from './WaitingLine.tsx'
import { useWaitingCount } from './waiting.ts'

const TICK_MS = 15_000

/** `/open-house/{token}`: where visitors of an open house sign in, one after the other, on a tablet. */
export function SignInScreen() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery(signInPageQuery(token))
  const now = useNow(TICK_MS)
  if (error instanceof ApiError && error.status === 404) return <EndedLink />
  if (!data)
    return (
      <VisitorPage title="Open house">
        {error ? <ErrorState isPage error={error} onRetry={() => void refetch()} /> : <Loading />}
      </VisitorPage>
    )
  const state = signInStateAt(data, now)
  if (state !== 'open')
    return (
      <VisitorPage title={data.address}>
        <EmptyState
          isPage
          title={closedSentence(state, data, data.zone)}
        >{`Open house at ${data.address}.`}</EmptyState>
        <WaitingLine token={token} openHouseId={data.open_house_id} />
      </VisitorPage>
    )
  return <SignIn token={token} page={data} />
}

/** Nobody has such a link, or it was renewed. */
function EndedLink() {
  const count = useWaitingCount(null)
  return (
    <VisitorPage title="Open house">
      <EmptyState isPage title="This link does not work">
        It may be incomplete, or it was renewed. The host finds the current one on the page of the listing.
        {count > 0 && ` Open it on this tablet, so that what waits here is sent: ${count} not sent yet.`}
      </EmptyState>
    </VisitorPage>
  )
}

function SignIn({ token, page }: { token: string; page: SignInPage }) {
  const [thanked, thank] = useState<string | null>(null)
  return (
    <div className={classes.page}>
      <title>{`${page.address} · ${site.site_name}`}</title>
      <header className={classes.top}>
        <BrandMark brand={site.brand} size={20} />
        {site.site_name}
        <WaitingLine token={token} openHouseId={page.open_house_id} />
      </header>
      <section className={classes.home} aria-label="The home">
        <div className={classes.photo}>
          <HomePhoto listing={page} alt={page.address} sizes="(max-width: 999px) 100vw, 50vw" isFirst />
        </div>
        <div className={classes.title}>
          <h1>{page.address}</h1>
          <p>{page.place}</p>
          <p>{`Open house ${visitHours(page, page.zone)}`}</p>
        </div>
      </section>
      <main className={classes.main}>
        {thanked === null ? (
          <SignInForm token={token} page={page} onSaved={thank} />
        ) : (
          <Thanks name={thanked} onDone={() => thank(null)} />
        )}
      </main>
    </div>
  )
}
