import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { SplitDialog } from '../../../../platform/ui/dialogs/SplitDialog.tsx'
import { DraftMark } from '../../../../platform/ui/marks/DraftMark.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { ConsentNote } from '../../../consent/web/pieces.tsx'
import { fullName } from '../../../leads/rules.ts'
import { type Alert, AlertFrequency, type AlertKind, type AlertProposal } from '../../contract/alerts.ts'
import { alertFrequencies, frequencyLabels } from '../../rules/frequency.ts'
import { matchesQuery, proposalQuery } from '../client.ts'
import classes from './AlertForm.module.css'
import { FoundHomes } from './FoundHomes.tsx'
import { ProposalBox } from './ProposalBox.tsx'
import { PlacesField, SearchFields } from './SearchFields.tsx'
import { useAlertForm } from './useAlertForm.ts'

interface AlertEditorProps {
  lead: { id: number; first_name: string; last_name: string; roles_string: string }
  kind: AlertKind
  /** `null` for a new one. */
  alert: Alert | null
  onClose(): void
  /** An alert was made that is to go out at once. */
  onSend(alert: Alert): void
}

const titles: Readonly<Record<AlertKind, { add: string; edit: string; example: string }>> = {
  listing: { add: 'Add a listing alert', edit: 'Edit the listing alert', example: 'Two bedrooms near work' },
  building: { add: 'Add a building alert', edit: 'Edit the building alert', example: 'The Foundry' },
}

const frequencies = alertFrequencies.map(value => ({ value: String(value), label: frequencyLabels[value] }))

/** Makes an alert or changes one. A new listing alert begins with what the lead stated, searched for and looked at. */
export function AlertEditor(props: AlertEditorProps) {
  const isProposed = props.alert === null && props.kind === 'listing'
  const { data, isPending } = useQuery({ ...proposalQuery(props.lead.id), enabled: isProposed })
  // What cannot be proposed is typed: the form opens without.
  if (isProposed && isPending) return <Waiting title={titles[props.kind].add} onClose={props.onClose} />
  return <Editor {...props} proposal={isProposed ? (data ?? null) : null} />
}

function Waiting({ title, onClose }: { title: string; onClose(): void }) {
  return (
    <Dialog opened onClose={onClose} title={title} size={1056} yOffset="4vh">
      <div className={classes.waiting} aria-busy />
    </Dialog>
  )
}

const TYPING_MS = 250

function Editor({
  lead,
  kind,
  alert,
  proposal,
  onClose,
  onSend,
}: AlertEditorProps & { proposal: AlertProposal | null }) {
  const { form, draft, submitAndSend, proposals, ...entry } = useAlertForm({
    leadId: lead.id,
    kind,
    alert,
    proposal,
    onDone(saved, isSentNow) {
      onClose()
      if (isSentNow) onSend(saved)
    },
  })
  const { values } = form
  const [{ name: _, alert_frequency: __, ...search }] = useDebouncedValue(values, TYPING_MS)
  const matches = useQuery(matchesQuery(search))
  const isIncomplete = values.name.trim() === '' || (kind === 'building' && values.buildings.length === 0)
  const isAnyProposed = Object.keys(proposals.reasons).length > 0
  return (
    <SplitDialog
      title={alert ? titles[kind].edit : titles[kind].add}
      person={{
        initials: initialsOf(lead.first_name, lead.last_name) || '?',
        text: [fullName(lead), lead.roles_string].filter(Boolean).join(' · '),
      }}
      headAction={
        isAnyProposed && (
          <>
            <span>Not what they want?</span>
            <Button variant="default" onClick={proposals.removeAll}>
              Start empty
            </Button>
          </>
        )
      }
      fieldsWidth="1.08fr"
      aside={<FoundHomes matches={matches} firstName={lead.first_name} />}
      standing={<DraftMark draft={draft} />}
      otherAction={
        alert === null &&
        (matches.data?.count ?? 0) > 0 && (
          <Button
            size="md"
            variant="default"
            disabled={isIncomplete || entry.isSending}
            onClick={() => void submitAndSend()}
          >
            Create and send now
          </Button>
        )
      }
      action={alert ? 'Save' : 'Create alert'}
      form={entry}
      maySubmit={!isIncomplete}
      onClose={onClose}
    >
      {proposal && (
        <ProposalBox proposal={proposal} search={values} matches={matches.data?.count} isHeld={isAnyProposed} />
      )}
      <div className={classes.pair}>
        <TextInput
          label="Name"
          description="Shown in the subject line"
          placeholder={titles[kind].example}
          data-autofocus
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <Select
          label="Frequency"
          description="Sent at 8:00 AM, the lead’s time"
          data={frequencies}
          value={String(values.alert_frequency)}
          error={form.errors.alert_frequency}
          allowDeselect={false}
          onChange={value => form.setFieldValue('alert_frequency', AlertFrequency.parse(Number(value)))}
        />
      </div>
      <PlacesField form={form} kind={kind} proposals={proposals} />
      <SearchFields form={form} kind={kind} proposals={proposals} />
      <ConsentNote leadId={lead.id} channel="email" otherwise="This alert stays paused until they consent." />
    </SplitDialog>
  )
}
