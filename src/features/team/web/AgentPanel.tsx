import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import { Initials, KeyHint, PanelSection, Sparkline } from '../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { ago } from '../../../platform/web/time/time.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
import type { TeamAgent } from '../contract.ts'
import classes from './AgentPanel.module.css'
import { teamAgentParts } from './extensions.ts'
import { whyNow } from './rules/words.ts'
import { WaitingLeads } from './WaitingLeads.tsx'

interface AgentPanelProps {
  agent: TeamAgent
  /** All whom the person leads: who may take leads over. */
  agents: readonly TeamAgent[]
  now: Date
  onBack(): void
}

/** One agent: how to reach them, why now, which leads wait, and who has room for them. */
export function AgentPanel({ agent, agents, now, onBack }: AgentPanelProps) {
  return (
    <aside className={classes.panel} aria-label={agent.name}>
      <Head agent={agent} now={now} onBack={onBack} />
      <PanelSection title="Why now">
        <p className={classes.words}>{whyNow(agent, now)}</p>
        <Sparkline
          values={agent.contacts}
          width={298}
          height={32}
          label={`Calls, texts and e-mails by day, today last: ${agent.contacts.join(', ')}`}
        />
        <p className={classes.axis}>
          <span>14 days ago</span>
          <span>calls, texts, e-mails a day</span>
          <span>Today</span>
        </p>
      </PanelSection>
      {teamAgentParts.parts().map(({ id, Part }) => (
        <Part key={id} agentId={agent.agent_id} />
      ))}
      <WaitingLeads agent={agent} agents={agents} now={now} />
      <p className={classes.keys} data-hints>
        {keys.map(([printed, word]) => (
          <span key={word}>
            <KeyHint keys={printed} /> {word}
          </span>
        ))}
      </p>
    </aside>
  )
}

const keys = [
  ['J K', 'agents'],
  ['C', 'call'],
  ['X', 'select leads'],
  ['?', 'all keys'],
] as const

function Head({ agent, now, onBack }: Omit<AgentPanelProps, 'agents'>) {
  const phoneText = usePhoneText(agent.phone)
  const [first = '', ...rest] = agent.name.split(' ')
  const leads = agent.leads === 1 ? '1 lead' : `${agent.leads} leads`
  const seen = agent.last_seen_at === null ? 'never signed in' : `seen ${ago(agent.last_seen_at, now).toLowerCase()}`
  useShortcuts(
    [
      {
        keys: 'c',
        label: 'Call the agent',
        group: 'Team',
        run: () => document.querySelector<HTMLElement>('[data-act="call-agent"]')?.click(),
      },
    ],
    agent.phone !== null,
  )
  return (
    <header className={classes.head}>
      <div className={classes.who}>
        <ActionIcon className={classes.back} size="lg" aria-label="Back to the team" onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.6} />
        </ActionIcon>
        <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue="amber" size={40} />
        <div className={classes.names}>
          <h2>{agent.name}</h2>
          <span>{[agent.team?.name, leads, seen].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      <div className={classes.actions}>
        {agent.phone && (
          <>
            <Button
              component="a"
              href={`tel:${agent.phone}`}
              data-act="call-agent"
              variant="default"
              leftSection={<IconPhone size={15} stroke={1.6} />}
              rightSection={<KeyHint keys="C" />}
            >
              Call {phoneText}
            </Button>
            <ActionIcon component="a" href={`sms:${agent.phone}`} variant="default" aria-label="Text">
              <IconMessage2 size={15} stroke={1.6} />
            </ActionIcon>
          </>
        )}
        <ActionIcon component="a" href={`mailto:${agent.email}`} variant="default" aria-label="E-mail">
          <IconMail size={15} stroke={1.6} />
        </ActionIcon>
      </div>
    </header>
  )
}
