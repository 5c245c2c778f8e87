import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { sentenceOf, ValidationError } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import { localNow } from '../../../platform/web/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { Channel, ConsentBasis, ConsentKind } from '../contract.ts'
import { channelWords, stateWords } from '../rules.ts'
import classes from './Consent.module.css'
import { recordConsent } from './client.ts'

const kinds = ConsentKind.options.map(value => ({ value, label: stateWords[value] }))
const channels = Channel.options.map(value => ({ value, label: channelWords[value] }))
const bases = [
  { value: 'inquiry', label: 'An inquiry (6 months)' },
  { value: 'deal', label: 'A deal (2 years)' },
]

interface ConsentFormProps {
  lead: { id: number }
  /** What the form begins with. */
  given: { channel: Channel; kind: ConsentKind }
  onClose(): void
}

/** The moment of a chosen day: its noon, or now for today, whose noon may not have been yet. */
const momentOf = (day: string): string | null =>
  day === '' || day === localNow().slice(0, 10) ? null : new Date(`${day}T12:00:00`).toISOString()

/** Writes down what a lead said about being reached. */
export function ConsentForm({ lead, given: start, onClose }: ConsentFormProps) {
  const wide = useIsWide()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const [channel, setChannel] = useState<Channel>(start.channel)
  const [kind, setKind] = useState<ConsentKind>(start.kind)
  const [basis, setBasis] = useState<ConsentBasis>('inquiry')
  const [words, setWords] = useState({ source: '', evidence: '', date: '' })
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({ isSending: false, error: null })
  const problems = state.error instanceof ValidationError ? state.error.fields : {}
  const write = (change: Partial<typeof words>) => setWords({ ...words, ...change })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState({ isSending: true, error: null })
    const given = { channel, kind, basis: kind === 'implied' ? basis : null }
    const date = momentOf(words.date)
    try {
      await recordConsent(client, { id: lead.id, ...given, source: words.source, evidence: words.evidence, date }, key)
      notify(kind === 'withdrawn' ? 'Withdrawal recorded.' : 'Consent recorded.')
      onClose()
    } catch (error) {
      setState({ isSending: false, error })
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={kind === 'withdrawn' ? 'Record a withdrawal' : 'Record a consent'}
      fullScreen={!wide}
      size={480}
    >
      <form className={classes.form} onSubmit={event => void save(event)}>
        <div className={classes.pair}>
          <Select
            label="Channel"
            data={channels}
            value={channel}
            allowDeselect={false}
            onChange={value => setChannel(Channel.parse(value))}
          />
          <Select
            label="Consent"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={value => setKind(ConsentKind.parse(value))}
          />
        </div>
        {kind === 'implied' && (
          <Select
            label="Follows from"
            data={bases}
            value={basis}
            allowDeselect={false}
            onChange={value => setBasis(ConsentBasis.parse(value))}
          />
        )}
        <TextInput
          label="Source"
          placeholder="Phone call"
          data-autofocus
          required
          maxLength={100}
          value={words.source}
          error={problems.source?.[0]}
          onChange={event => write({ source: event.currentTarget.value })}
        />
        <Textarea
          label="Evidence"
          description="What was said or ticked, and where it can be found."
          minRows={2}
          maxLength={2000}
          value={words.evidence}
          onChange={event => write({ evidence: event.currentTarget.value })}
        />
        <TextInput
          label="Date"
          description="Now, when left empty."
          type="date"
          max={localNow().slice(0, 10)}
          value={words.date}
          error={problems.date?.[0]}
          onChange={event => write({ date: event.currentTarget.value })}
        />
        {state.error !== null && (
          <p className={classes.failure} role="alert">
            {sentenceOf(state.error)}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={state.isSending} disabled={words.source.trim() === ''}>
            Record
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
