import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { GoogleAccount } from '../contract.ts'
import classes from './Connections.module.css'
import { googleAccountQuery } from './client.ts'
import { connections } from './extensions.ts'
import { useReconnect } from './useReconnect.ts'

/** `/connections`: what of the person's accounts is reached, how well, and what to do where it is not. */
export function ConnectionsPage() {
  const { data, error, refetch } = useQuery(googleAccountQuery)
  return (
    <div className={classes.page}>
      <header>
        <h1>Connections</h1>
        <p>How Keyturn hears back from people for you.</p>
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.mail === 'unavailable' && (
        <EmptyState title="Google is not set up">
          Once it is set up on the server, your Gmail and your Google Calendar can be connected here.
        </EmptyState>
      )}
      {data && data.mail !== 'unavailable' && <Account account={data} />}
    </div>
  )
}

function Account({ account }: { account: GoogleAccount }) {
  const { isPending, reconnect } = useReconnect()
  const states = [account.mail, account.calendar]
  const isBroken = states.includes('revoked')
  const isOpen = isBroken || states.some(state => state === 'missing' || state === 'disconnected')
  return (
    <>
      {isBroken && (
        <div className={classes.problem} role="alert">
          <p>
            {account.problem}
            {account.problem_at && <small>Since {fullTime(account.problem_at)}. What was stored stays here.</small>}
          </p>
          <Button loading={isPending} onClick={reconnect}>
            Reconnect Google
          </Button>
        </div>
      )}
      {account.ends_at && (
        <p className={classes.note}>
          Access ends by itself on {fullTime(account.ends_at)}: the application is being tested at Google.
        </p>
      )}
      {isOpen && !isBroken && (
        <Button className={classes.connect} loading={isPending} onClick={reconnect}>
          Connect Google
        </Button>
      )}
      <ul className={classes.rows}>
        {connections.parts().map(({ id, Row }) => (
          <li key={id}>
            <Row account={account} />
          </li>
        ))}
      </ul>
    </>
  )
}
