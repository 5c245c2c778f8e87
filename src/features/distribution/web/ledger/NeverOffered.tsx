import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { AgentPicker } from '../../../people/web/pieces.tsx'
import { type BlockedAgent, distributionCalls } from '../../contract.ts'
import { MAX_BLOCK_REASON } from '../../rules/states.ts'
import { allowAgent, blockAgent, blocksQuery, refetchBlocks } from '../client.ts'
import classes from './Ledger.module.css'
import blockClasses from './NeverOffered.module.css'

interface NeverOfferedProps {
  leadId: number
  now: Date
  zone: string
}

/** Agents who never get a lead, such as its former spouse, and the way to add or allow one. */
export function NeverOffered({ leadId, now, zone }: NeverOfferedProps) {
  const { data, error } = useQuery(blocksQuery(leadId))
  const [isAdding, setAdding] = useState(false)
  const blocks = data?.data ?? []
  return (
    <section>
      <header className={blockClasses.head}>
        <h2>Never offered to</h2>
        <Button size="compact-sm" variant="subtle" disabled={!data} onClick={() => setAdding(true)}>
          Add an agent
        </Button>
      </header>
      {error && !data && (
        <p className={classes.failed} role="alert">
          {serverSentence(error, 'We couldn’t load who never gets this lead.')}
        </p>
      )}
      {data && blocks.length === 0 && <p className={classes.quiet}>Everybody may be offered this lead.</p>}
      <ul className={blockClasses.agents} aria-label="Never offered to">
        {blocks.map(block => (
          <Blocked key={block.agent.id} leadId={leadId} block={block} now={now} zone={zone} />
        ))}
      </ul>
      {isAdding && (
        <BlockForm leadId={leadId} blocked={blocks.map(({ agent }) => agent.id)} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}

function Blocked({ leadId, block, now, zone }: NeverOfferedProps & { block: BlockedAgent }) {
  const { agent, reason, created_by, created_at } = block
  const allow = () =>
    undoable({
      run: () => allowAgent(leadId, agent.id),
      said: `${agent.name} may be offered this lead again.`,
      undo: () => blockAgent(leadId, { agent_id: agent.id, reason }),
      settle: () => refetchBlocks(leadId),
    })
  return (
    <li>
      <span>
        <b>{agent.name}</b>
        {reason && <span>{reason}</span>}
        <small>
          {created_by ? `${created_by}, ` : ''}
          {shortDay(created_at, now, zone)}
        </small>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={blockClasses.allow}
        aria-label={`Allow ${agent.name}`}
        title="Allow again"
        onClick={() => void allow()}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

interface BlockFormProps {
  leadId: number
  blocked: readonly number[]
  onClose(): void
}

function BlockForm({ leadId, blocked, onClose }: BlockFormProps) {
  const [name, setName] = useState('')
  const form = useCallForm(distributionCalls.block, {
    initial: { agent_id: null as number | null, reason: '' },
    inputOf: ({ agent_id, reason }) => ({ id: leadId, agent_id: agent_id ?? 0, reason }),
    onSaved: async () => {
      await refetchBlocks(leadId)
      notify(`${name} is never offered this lead.`)
      onClose()
    },
  })
  const { agent_id } = form.form.values
  return (
    <FormDialog
      title="Never offer this lead to"
      action="Add"
      form={form}
      maySubmit={agent_id !== null}
      onClose={onClose}
    >
      <AgentPicker
        label="Agent"
        value={agent_id}
        onChange={agent => {
          setName(agent?.name ?? '')
          form.form.setFieldValue('agent_id', agent?.id ?? null)
        }}
        without={blocked}
        error={form.form.errors.agent_id ? String(form.form.errors.agent_id) : null}
      />
      <TextInput
        label="Reason"
        description="For administrators, never for the agent. An open offer to them goes to the next agent."
        placeholder="Former spouse"
        maxLength={MAX_BLOCK_REASON}
        {...form.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
