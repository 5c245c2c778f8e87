import { ActionIcon, Button, Checkbox, Radio } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { KeyHint, PanelSection } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { priceInShort } from '../../../platform/web/money.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { count } from '../../../platform/web/text.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import { usePeekable } from '../../leads/web/pieces/PeekKeys.tsx'
import { useSession } from '../../people/web/client/viewer.ts'
import type { TeamAgent, WaitingLead } from '../contract.ts'
import { byRoom, concerns } from '../rules.ts'
import classes from './AgentPanel.module.css'
import { transferLeads, waitingQuery } from './client.ts'
import { roomText, waitText } from './rules/words.ts'

/** Agents that are offered for the leads. */
const OFFERED = 3
/** Chosen leads that show without being asked for. */
const FIRST_SHOWN = 3

interface WaitingLeadsProps {
  agent: TeamAgent
  agents: readonly TeamAgent[]
  now: Date
}

/** The new leads that wait for an agent, all of them chosen, and who could take them. */
export function WaitingLeads({ agent, agents, now }: WaitingLeadsProps) {
  const { data, error, refetch } = useQuery(waitingQuery(agent.agent_id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data && agent.waiting > 0) return <Bones />
  if (!data || data.data.length === 0)
    return (
      <PanelSection title="Without contact" count={0}>
        <p className={classes.meta}>Every new lead was contacted.</p>
      </PanelSection>
    )
  return <Choice agent={agent} agents={agents} now={now} leads={data.data} total={data.total} />
}

function Bones() {
  return (
    <PanelSection title="Without contact">
      {[0, 1, 2].map(row => (
        <span key={row} className={classes.bone} />
      ))}
    </PanelSection>
  )
}

type ChoiceProps = WaitingLeadsProps & { leads: readonly WaitingLead[]; total: number }

function Choice({ agent, agents, now, leads, total }: ChoiceProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isWhole, setWhole] = useState(false)
  const free = leads.filter(lead => lead.on_its_way_to === null)
  const chosen = free.filter(({ id }) => !left.has(id))
  const shown = isWhole ? leads : leads.slice(0, FIRST_SHOWN)
  const setAll = (on: boolean) => setLeft(on ? new Set() : new Set(free.map(({ id }) => id)))
  const peekable = usePeekable(shown, 'Team')
  const toggle = (id: number) =>
    setLeft(now => new Set(now.has(id) ? [...now].filter(one => one !== id) : [...now, id]))
  useShortcuts([
    { keys: 'x', label: 'Select all waiting leads, or none', group: 'Team', run: () => setAll(chosen.length === 0) },
  ])
  return (
    <>
      <PanelSection
        title="Without contact"
        count={total}
        action={
          <button type="button" className={classes.quiet} onClick={() => setAll(chosen.length === 0)}>
            {count(chosen.length)} selected
          </button>
        }
      >
        {peekable.keys}
        <ul className={classes.leads}>
          {shown.map(lead => (
            <LeadLine
              key={lead.id}
              lead={lead}
              now={now}
              isLate={concerns({ ...agent, waiting_since: lead.since }, now).wait}
              isChosen={!left.has(lead.id)}
              onToggle={() => toggle(lead.id)}
              onPeek={() => peekable.peek(lead)}
            />
          ))}
        </ul>
        {shown.length < leads.length && (
          <button type="button" className={classes.quiet} onClick={() => setWhole(true)}>
            and {count(total - shown.length)} more
          </button>
        )}
      </PanelSection>
      {chosen.length > 0 && (
        <Receivers
          agents={byRoom(agents, agent.agent_id)}
          ids={chosen.map(({ id }) => id)}
          onDone={() => setAll(true)}
        />
      )}
    </>
  )
}

interface LeadLineProps {
  lead: WaitingLead
  now: Date
  isLate: boolean
  isChosen: boolean
  onToggle(): void
  onPeek(): void
}

function LeadLine({ lead, now, isLate, isChosen, onToggle, onPeek }: LeadLineProps) {
  const name = fullName(lead) || 'No name'
  const price = lead.price_max === 0 ? null : priceInShort(lead.price_max)
  const facts = [lead.roles_string, price, lead.area].filter(Boolean).join(' · ')
  return (
    <li>
      <Checkbox
        aria-label={`Select ${name}`}
        checked={isChosen && lead.on_its_way_to === null}
        disabled={lead.on_its_way_to !== null}
        onChange={onToggle}
      />
      <span className={classes.lead}>
        <Link to={leadPath(lead)}>{name}</Link>
        <small>{lead.on_its_way_to === null ? facts : `On its way to ${lead.on_its_way_to}`}</small>
      </span>
      <span className={classes.wait} data-late={isLate || undefined}>
        {waitText(lead.since, now)}
      </span>
      <ActionIcon aria-label={`Peek at ${name}`} onClick={onPeek}>
        <IconEye size={15} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

interface ReceiversProps {
  /** Most room first. */
  agents: readonly TeamAgent[]
  ids: readonly number[]
  onDone(): void
}

const SEND = 'mod+Enter'

function Receivers({ agents, ids, onDone }: ReceiversProps) {
  const isAtOnce = useSession().user?.is_admin ?? false
  const offered = agents.slice(0, OFFERED)
  const [wanted, setWanted] = useState<number | null>(null)
  const to = offered.find(agent => agent.agent_id === wanted) ?? offered[0]
  const transfer = useMutation({
    mutationFn: async (agent: TeamAgent) => {
      if (await transferLeads({ ids, to: agent, isAtOnce })) onDone()
    },
  })
  const run = () => to && !transfer.isPending && transfer.mutate(to)
  useShortcuts([{ keys: SEND, label: 'Transfer the selected leads', group: 'Team', run, whileTyping: true }])
  if (!to)
    return (
      <PanelSection title="Transfer">
        <p className={classes.meta}>There is nobody else in the team.</p>
      </PanelSection>
    )
  return (
    <PanelSection
      title={`Transfer ${count(ids.length)} to`}
      action={<span className={classes.meta}>most room first</span>}
    >
      <Radio.Group
        aria-label="Agent for these leads"
        value={String(to.agent_id)}
        onChange={value => setWanted(Number(value))}
      >
        {offered.map(agent => (
          <Radio
            key={agent.agent_id}
            className={classes.receiver}
            size="xs"
            value={String(agent.agent_id)}
            label={
              <>
                <b>{agent.name}</b> <span>{roomText(agent)}</span>
              </>
            }
          />
        ))}
      </Radio.Group>
      <Button
        fullWidth
        size="md"
        loading={transfer.isPending}
        rightSection={<KeyHint keys={printedKeys(SEND)} />}
        className={classes.primary}
        onClick={run}
      >
        Transfer {count(ids.length)} to {to.name.split(' ')[0]}
      </Button>
      {!isAtOnce && <p className={classes.meta}>They accept or reject each lead.</p>}
    </PanelSection>
  )
}
