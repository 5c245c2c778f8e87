import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { priceInShort } from '../../../../platform/web/money.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { notifyBulk } from '../../../bulk/web/pieces.tsx'
import { offerMany } from '../../../distribution/web/client.ts'
import { fullName, leadPath } from '../../../leads/rules.ts'
import { waitText } from '../../../team/web/pieces.tsx'
import type { Holders, UntouchedLead } from '../../contract.ts'
import { holdersQuery, type PeriodQuestion, refetchUntouched, untouchedQuery } from '../client.ts'
import { HolderBars } from './HolderBars.tsx'
import classes from './Untouched.module.css'

const MINUTE = 60_000
/** A day without an answer is too long. */
const LATE_MS = 24 * 60 * MINUTE

interface UntouchedPanelProps {
  asked: PeriodQuestion
  onClose(): void
}

/** The leads that nobody was in touch with: who has them, which wait longest, and one press to offer them to others. */
export function UntouchedPanel({ asked, onClose }: UntouchedPanelProps) {
  const holders = useQuery(holdersQuery(asked))
  useShortcuts([{ keys: 'Escape', label: 'Close the list', group: 'Business', run: onClose }])
  const { data, error } = holders
  const title = data
    ? `${count(data.total)} ${data.total === 1 ? 'lead' : 'leads'} without a first contact`
    : 'Without a first contact'
  return (
    <aside className={classes.panel} aria-label="Without a first contact">
      <header>
        <div>
          <h2>{title}</h2>
          <p>New in this period, and no call, text or e-mail by a person yet. Automatic messages do not count.</p>
        </div>
        <ActionIcon variant="subtle" aria-label="Close the list" onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void holders.refetch()} />
      ) : data && data.total === 0 ? (
        <p className={classes.note}>Everybody who came in was contacted.</p>
      ) : data ? (
        <>
          <OfferAgain holders={data} />
          <HolderBars holders={data} />
          <Longest asked={asked} />
        </>
      ) : (
        <Loading />
      )}
    </aside>
  )
}

function OfferAgain({ holders: { total, lead_ids } }: { holders: Holders }) {
  const offer = useMutation({
    mutationFn: () => offerMany(lead_ids),
    onSuccess: ({ run }) => {
      notifyBulk(run, {
        done: ({ changed }) => `Offered ${count(changed)} ${changed === 1 ? 'lead' : 'leads'} again.`,
        onUndone: () => void refetchUntouched(),
      })
      void refetchUntouched()
    },
  })
  const isPart = lead_ids.length < total
  return (
    <div className={classes.actions}>
      <Button
        loading={offer.isPending}
        leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />}
        onClick={() => offer.mutate()}
      >
        Offer {isPart ? `the oldest ${count(lead_ids.length)}` : count(total)} again
      </Button>
      <p>They leave their agents and are offered to the others, by quota and area.</p>
    </div>
  )
}

function Longest({ asked }: { asked: PeriodQuestion }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    untouchedQuery(asked),
  )
  const now = useNow(MINUTE)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section>
      <h3>Waiting longest</h3>
      <ul>
        {data.pages
          .flatMap(page => page.data)
          .map(lead => (
            <LeadLine key={lead.id} lead={lead} now={now} />
          ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function LeadLine({ lead, now }: { lead: UntouchedLead; now: Date }) {
  const price = lead.price_max === 0 ? null : priceInShort(lead.price_max)
  const facts = [lead.roles_string, price, lead.area].filter(Boolean).join(' · ')
  const isLate = now.getTime() - Date.parse(lead.since) >= LATE_MS
  return (
    <li>
      <span>
        <Link to={leadPath(lead)}>{fullName(lead) || 'No name'}</Link>
        <small>{facts}</small>
      </span>
      <span>
        <b data-late={isLate || undefined}>{waitText(lead.since, now)}</b>
        <small>{lead.agent?.name ?? 'No agent'}</small>
      </span>
    </li>
  )
}
