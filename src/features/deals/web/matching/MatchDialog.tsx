import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Initials, KeyHint, Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { MatchClient } from '../../contract.ts'
import { type ChosenMatch, clientsQuery, matchClients, unmatchedQuery } from '../client.ts'
import { type Choice, clientName } from '../rules/choice.ts'
import { ClientQuestion } from './ClientQuestion.tsx'
import classes from './MatchDialog.module.css'

interface MatchDialogProps {
  /** The deal whose clients these are; `null` for everybody who is not linked yet. */
  dealId: number | null
  onClose(): void
}

/** Asks of each client of deals which lead they are. */
export function MatchDialog({ dealId, onClose }: MatchDialogProps) {
  const isWide = useIsWide()
  const ofDeal = useQuery({ ...clientsQuery(dealId ?? 0), enabled: dealId !== null })
  const ofAll = useQuery({ ...unmatchedQuery, enabled: dealId === null })
  const { error, refetch } = dealId === null ? ofAll : ofDeal
  const clients = dealId === null ? ofAll.data?.data : ofDeal.data
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Match clients"
      size={1000}
      fullScreen={!isWide}
      yOffset="6vh"
      classNames={{ body: classes.body ?? '' }}
    >
      {error && !clients && (
        <ErrorState error={error} failure="Failed to load deal clients." onRetry={() => void refetch()} />
      )}
      {!error && !clients && <Loading />}
      {clients && clients.length === 0 && (
        <EmptyState title="Everybody is matched">
          New deals bring new people; they stand here until you say who they are.
        </EmptyState>
      )}
      {clients && clients.length > 0 && <Matching clients={clients} onClose={onClose} />}
    </Dialog>
  )
}

const certainOf = (client: MatchClient): Choice | null =>
  !client.is_matched && !client.is_user_verified
    ? (client.proposals.find(proposal => proposal.is_certain)?.lead ?? null)
    : null

function Matching({ clients, onClose }: { clients: readonly MatchClient[]; onClose: () => void }) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(
    () => new Map(clients.flatMap(client => (certainOf(client) ? [[client.id, certainOf(client) as Choice]] : []))),
  )
  const [at, setAt] = useState(0)
  const client = clients[Math.min(at, clients.length - 1)]
  const choose = (choice: Choice | null) => {
    if (!client) return
    const next = new Map(choices)
    if (choice === null) next.delete(client.id)
    else next.set(client.id, choice)
    setChoices(next)
  }
  const matches = [...choices].map(
    ([id, choice]): ChosenMatch => ({ id, user_id: choice === 'none' ? null : choice.id }),
  )
  const [isPending, setPending] = useState(false)
  const save = async () => {
    if (matches.length === 0 || isPending) return
    setPending(true)
    const matched = await matchClients(matches)
    setPending(false)
    if (matched) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return void save()
    if (event.target instanceof HTMLInputElement) return
    if (event.key === 'j') setAt(Math.min(clients.length - 1, at + 1))
    else if (event.key === 'k') setAt(Math.max(0, at - 1))
    else if (/^[1-3]$/.test(event.key)) choose(client?.proposals[Number(event.key) - 1]?.lead ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog, whose controls are all reached by Tab as well
    <div className={classes.matching} onKeyDown={onKeyDown}>
      <div className={classes.people}>
        <ul>
          {clients.map((one, index) => (
            <li key={one.id}>
              <button type="button" aria-current={one === client || undefined} onClick={() => setAt(index)}>
                <Initials
                  text={initialsOf(one.lonewolf_client.first_name, one.lonewolf_client.last_name)}
                  hue="indigo"
                  size={30}
                />
                <span className={classes.person}>
                  <b>{clientName(one)}</b>
                  <span>
                    {one.deal.title} · {one.side}
                  </span>
                </span>
                <Standing client={one} choice={choices.get(one.id) ?? null} />
              </button>
            </li>
          ))}
        </ul>
        <p className={classes.sum}>
          <Ring turn={choices.size / clients.length} size={36} label={`${choices.size} of ${clients.length} selected`}>
            {choices.size}
          </Ring>
          <span>
            {choices.size} of {clients.length} selected. Certain matches (same e-mail or phone, and name) are
            preselected.
          </span>
        </p>
      </div>
      {client && (
        <ClientQuestion key={client.id} client={client} choice={choices.get(client.id) ?? null} onChoose={choose} />
      )}
      <footer className={classes.foot}>
        <span className={classes.keys} data-hints aria-hidden>
          <KeyHint keys="1 2 3" /> select <KeyHint keys="J K" /> next client
        </span>
        <Button size="md" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" disabled={matches.length === 0} loading={isPending} onClick={() => void save()}>
          Match {matches.length === 1 ? '1 client' : `${matches.length} clients`}
          <span className={classes.printed} aria-hidden>
            <KeyHint keys={printedKeys('mod+Enter')} />
          </span>
        </Button>
      </footer>
    </div>
  )
}

function Standing({ client, choice }: { client: MatchClient; choice: Choice | null }) {
  if (choice !== null || client.is_matched || client.is_user_verified)
    return (
      <span className={classes.done}>
        <IconCheck size={14} stroke={2} aria-hidden /> {choice === null ? 'matched' : 'selected'}
      </span>
    )
  const likely = client.proposals.length
  return <span className={classes.likely}>{likely === 0 ? 'nobody like them' : `${likely} likely`}</span>
}
