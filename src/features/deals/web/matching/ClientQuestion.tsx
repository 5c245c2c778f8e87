import { Button, TextInput } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { statusLabel } from '../../../leads/rules.ts'
import { LeadDial } from '../../../leads/web/pieces/LeadDial.tsx'
import type { MatchClient, MatchLead, Proposal } from '../../contract.ts'
import { matchReasons } from '../../rules/matching.ts'
import { leadsQuery } from '../client.ts'
import { type Choice, clientName } from '../rules/choice.ts'
import classes from './MatchDialog.module.css'

interface ClientQuestionProps {
  client: MatchClient
  choice: Choice | null
  onChoose(choice: Choice | null): void
}

const leadName = (lead: { first_name: string; last_name: string }) => `${lead.first_name} ${lead.last_name}`.trim()

/** "Who is Hao Zhao?": what the deal says beside what the lead says, and the leads that they may be. */
export function ClientQuestion({ client, choice, onChoose }: ClientQuestionProps) {
  const name = clientName(client)
  const chosen = choice === 'none' ? null : choice
  const compared = chosen ?? client.proposals[0]?.lead ?? null
  const others = chosen && !client.proposals.some(({ lead }) => lead.id === chosen.id) ? [chosen] : []
  return (
    <section className={classes.question} aria-label={`Who is ${name}?`}>
      <header className={classes.who}>
        <h3>Who is {name}?</h3>
        {client.deal.trade && <span>from trade {client.deal.trade}</span>}
      </header>
      {client.user && (
        <p className={classes.known}>Matched to {leadName(client.user)}. Choose somebody else to change it.</p>
      )}
      <Comparison client={client} lead={compared} />
      <h4 className={classes.heading}>
        Suggestions <span>{client.proposals.length}</span>
      </h4>
      {client.proposals.length === 0 && others.length === 0 && (
        <p className={classes.nobody}>No one like {name} yet. Look for a lead by name, e-mail or phone.</p>
      )}
      <div role="radiogroup" aria-label={`Leads that ${name} may be`}>
        {client.proposals.map((proposal, at) => (
          <ProposalRow
            key={proposal.lead.id}
            proposal={proposal}
            number={at + 1}
            isChosen={chosen?.id === proposal.lead.id}
            onChoose={() => onChoose(chosen?.id === proposal.lead.id ? null : proposal.lead)}
          />
        ))}
        {others.map(lead => (
          <ProposalRow
            key={lead.id}
            proposal={{ lead, score: 0, reasons: [], is_certain: false }}
            number={null}
            isChosen
            onChoose={() => onChoose(null)}
          />
        ))}
      </div>
      <OtherLead onChoose={onChoose} />
      <Button
        variant="subtle"
        className={classes.none}
        aria-pressed={choice === 'none'}
        data-on={choice === 'none' || undefined}
        onClick={() => onChoose(choice === 'none' ? null : 'none')}
      >
        Not a client of ours
      </Button>
    </section>
  )
}

const rows = [
  ['E-mail', 'email'],
  ['Phone', 'phone'],
] as const

function Comparison({ client, lead }: { client: MatchClient; lead: MatchLead | null }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">On the deal</th>
          <th scope="col">{lead ? `Lead, ${leadName(lead)}` : 'Lead'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, key]) => {
          const isSame = client[key] !== null && client[key]?.toLowerCase() === lead?.[key]?.toLowerCase()
          return (
            <tr key={key} data-same={isSame || undefined}>
              <th scope="row">{label}</th>
              <td>{client[key] ?? 'Not given'}</td>
              <td>
                {lead?.[key] ?? '–'} {isSame && <span className={classes.done}>Same</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ProposalRowProps {
  proposal: Proposal
  number: number | null
  isChosen: boolean
  onChoose(): void
}

function ProposalRow({ proposal: { lead, score, reasons }, number, isChosen, onChoose }: ProposalRowProps) {
  const why = reasons.map(reason => matchReasons[reason]).join(' · ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of several parts, chosen as one
    <button type="button" role="radio" aria-checked={isChosen} className={classes.proposal} onClick={onChoose}>
      {isChosen ? (
        <IconCircleCheckFilled size={18} className={classes.radio} aria-hidden />
      ) : (
        <IconCircle size={18} stroke={1.4} className={classes.radio} aria-hidden />
      )}
      {score > 0 && (
        <Ring
          turn={score / 100}
          size={42}
          label={`${score} of 100`}
          color={isChosen ? 'var(--kt-accent)' : 'var(--kt-neutral-7)'}
        >
          {score}
        </Ring>
      )}
      <span className={classes.lead}>
        <b>
          {leadName(lead)} <LeadDial status={lead.status_value} /> <i>{statusLabel(lead.status_value)}</i>
        </b>
        <span>{why || (lead.email ?? lead.phone ?? '')}</span>
      </span>
      <span className={classes.agent}>
        {lead.agent ?? 'Nobody’s'}
        {number !== null && <KeyHint keys={String(number)} />}
      </span>
    </button>
  )
}

/** Looks for a lead whom nobody suggested. */
function OtherLead({ onChoose }: { onChoose(lead: MatchLead): void }) {
  const [text, setText] = useState('')
  const { data = [] } = useQuery({ ...leadsQuery(text.trim()), enabled: text.trim().length > 1 })
  const shown = text.trim().length > 1 ? data : []
  return (
    <div className={classes.search}>
      <TextInput
        aria-label="Search another lead"
        placeholder="Search another lead by name, e-mail or phone"
        leftSection={<IconSearch size={15} stroke={1.6} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {shown.length > 0 && (
        <ul>
          {shown.map(lead => (
            <li key={lead.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(lead)
                  setText('')
                }}
              >
                <b>{leadName(lead)}</b> {lead.email ?? lead.phone ?? ''}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
