import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { IconAlertCircleFilled, IconFileImport, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { dealTitle } from '../../deals/rules/address.ts'
import { dealTypes, isListing } from '../../deals/rules/kinds.ts'
import { ClientsFields } from './fields/ClientsFields.tsx'
import { CommissionFields } from './fields/CommissionFields.tsx'
import { DocumentsFields } from './fields/DocumentsFields.tsx'
import { OfferFields } from './fields/OfferFields.tsx'
import { PropertyFields } from './fields/PropertyFields.tsx'
import { ImportFromLoop } from './ImportFromLoop.tsx'
import { type DealForm, formClientName, type Step, steps, withDealType, withTransaction } from './rules/form.ts'
import { StepLine, stepFact } from './StepLine.tsx'
import classes from './Submission.module.css'
import { type SubmissionState, useSubmission } from './useSubmission.ts'

const WIDTH = 1216

const parts: Readonly<Record<Step, (props: { state: SubmissionState }) => ReactNode>> = {
  Property: PropertyFields,
  Offer: OfferFields,
  Clients: ClientsFields,
  Commission: CommissionFields,
  Documents: DocumentsFields,
}

/** Submits a deal of a listing or a co-op deal. Closing keeps what is typed; success empties it for the next. */
export function SubmissionModal({ onClose }: { onClose(): void }) {
  const state = useSubmission(onClose)
  const isWide = useIsWide()
  const [step, setStep] = useState<Step>('Property')
  const [isImporting, setIsImporting] = useState(false)
  const body = useRef<HTMLFieldSetElement>(null)
  // What is on its way is stopped first: the files would be lost.
  const close = () => state.isUnderWay || onClose()
  const jump = (next: Step) => {
    setStep(next)
    body.current?.querySelector(`[data-step="${next}"]`)?.scrollIntoView({ block: 'start' })
  }
  useStepKeys(jump)
  const send = () => {
    if (state.problem === null) void state.submit()
  }
  // Wherever the focus is: after a refusal it is on nothing.
  useShortcuts([{ keys: 'mod+Enter', label: 'Submit the deal', group: 'Submit a deal', run: send, whileTyping: true }])
  return (
    <Dialog
      opened
      onClose={close}
      fullScreen={!isWide}
      size={WIDTH}
      yOffset="3vh"
      withCloseButton={false}
      padding={0}
      title="Submit a deal"
      closeOnClickOutside={false}
      classNames={{ content: classes.content ?? '', header: classes.title ?? '', body: classes.dialogBody ?? '' }}
    >
      <form className={classes.form} onSubmit={event => void state.submit(event)} onKeyDown={keepOpen}>
        <Head state={state} onImport={() => setIsImporting(true)} onClose={close} />
        <StepLine state={state} current={step} onChoose={jump} />
        <fieldset ref={body} className={classes.body} disabled={state.isUnderWay} aria-label="The deal">
          {isWide ? <AllParts state={state} /> : <Part state={state} step={step} />}
        </fieldset>
        {isWide ? <WideFoot state={state} onClose={close} /> : <PhoneFoot state={state} step={step} onStep={setStep} />}
      </form>
      {isImporting && <ImportFromLoop state={state} onClose={() => setIsImporting(false)} />}
    </Dialog>
  )
}

/** Enter in a field sends nothing: a deal goes by its button or by Ctrl Enter. */
function keepOpen(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

function useStepKeys(jump: (step: Step) => void): void {
  useShortcuts(
    steps.map((step, at) => ({
      keys: `alt+${at + 1}`,
      label: `Go to ${step.toLowerCase()}`,
      group: 'Submit a deal',
      run: () => jump(step),
      whileTyping: true,
    })),
  )
}

/** What the deal is called: its address and its first client. */
function subtitleOf({ street_number, street_name, unit_number, clients }: DealForm): string {
  const address = street_name ? dealTitle({ street_number, street_name, unit: unit_number }) : 'Address not given'
  const [first] = clients
  return [address, first && formClientName(first)].filter(Boolean).join(' · ')
}

function Head({ state, onImport, onClose }: { state: SubmissionState; onImport(): void; onClose(): void }) {
  const { values, change } = state
  const types = dealTypes.filter(({ id }) => isListing(id) === (values.transactionType === 'Listing'))
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <h2>Submit a deal</h2>
        <p className={classes.meta} dir="auto">
          {subtitleOf(values)}
        </p>
      </div>
      <SegmentedControl
        size="xs"
        aria-label="Kind of transaction"
        disabled={state.isUnderWay}
        classNames={{ control: segments.control ?? '' }}
        data={['Listing', 'Co-op']}
        value={values.transactionType}
        onChange={kind => change(withTransaction(values, kind as DealForm['transactionType']))}
      />
      <Select
        className={classes.type}
        size="xs"
        aria-label="Type of deal"
        disabled={state.isUnderWay}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(values.dealType)}
        allowDeselect={false}
        onChange={type => type && change(withDealType(values, Number(type)))}
      />
      <Button
        variant="default"
        size="xs"
        disabled={state.isUnderWay}
        leftSection={<IconFileImport size={15} stroke={1.6} />}
        onClick={onImport}
      >
        Import from loop
      </Button>
      <ActionIcon aria-label="Close" disabled={state.isUnderWay} onClick={onClose}>
        <IconX size={17} stroke={1.6} />
      </ActionIcon>
    </header>
  )
}

function Part({ state, step }: { state: SubmissionState; step: Step }) {
  const Fields = parts[step]
  return (
    <section className={classes.part} data-step={step} aria-label={step}>
      <h3>
        {step} <span className={classes.meta}>{stepFact(state, step)}</span>
      </h3>
      <Fields state={state} />
    </section>
  )
}

function AllParts({ state }: { state: SubmissionState }) {
  return (
    <>
      <div className={classes.column}>
        {(['Property', 'Offer', 'Clients'] as const).map(step => (
          <Part key={step} state={state} step={step} />
        ))}
      </div>
      <div className={classes.column}>
        {(['Commission', 'Documents'] as const).map(step => (
          <Part key={step} state={state} step={step} />
        ))}
      </div>
    </>
  )
}

/** Why it is not sent, or what goes on being missing after it was. */
function Standing({ state: { failure, problem, documents, sending, isUnderWay } }: { state: SubmissionState }) {
  if (isUnderWay && !sending.isWaiting) return null
  if (sending.isWaiting)
    return (
      <span className={classes.meta} role="status">
        Waiting for the network
      </span>
    )
  if (failure !== null)
    return (
      <span className={classes.problem} role="alert">
        {failure}
      </span>
    )
  const missing = documents.filter(({ isRequired, isSubmitted }) => isRequired && !isSubmitted).length
  const text =
    problem ??
    (missing > 0
      ? `${missing} ${missing === 1 ? 'document' : 'documents'} missing. You can submit now; closing needs ${missing === 1 ? 'it' : 'them'}.`
      : null)
  return text === null ? null : (
    <span className={classes.warning}>
      <IconAlertCircleFilled size={15} aria-hidden /> {text}
    </span>
  )
}

function Saved({ state }: { state: SubmissionState }) {
  const discard = async () => {
    const isSure = await confirm({
      title: 'Discard this draft?',
      message: 'What you typed is removed.',
      destructive: true,
    })
    if (isSure) state.discard()
  }
  return (
    <span className={classes.saved}>
      <DraftMark draft={state.draft} />
      {state.draft.dirty && !state.isUnderWay && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => void discard()}>
          Discard
        </Button>
      )}
    </span>
  )
}

function SubmitButton({ state, isFull = false }: { state: SubmissionState; isFull?: boolean }) {
  return (
    <Button
      type="submit"
      size="md"
      fullWidth={isFull}
      loading={state.isSending}
      disabled={state.problem !== null}
      rightSection={isFull ? null : <KeyHint keys={printedKeys('mod+Enter')} />}
    >
      Submit deal
    </Button>
  )
}

/** Ends the way of the files; the form stays as it is. */
const StopButton = ({ state, isLarge = false }: { state: SubmissionState; isLarge?: boolean }) => (
  <Button className={classes.stop ?? ''} size={isLarge ? 'lg' : 'md'} variant="default" onClick={state.sending.stop}>
    Stop
  </Button>
)

function WideFoot({ state, onClose }: { state: SubmissionState; onClose(): void }) {
  return (
    <footer className={classes.foot}>
      <Saved state={state} />
      <Standing state={state} />
      {state.isUnderWay ? (
        <StopButton state={state} />
      ) : (
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          Close
        </Button>
      )}
      <SubmitButton state={state} />
    </footer>
  )
}

function PhoneFoot({ state, step, onStep }: { state: SubmissionState; step: Step; onStep(step: Step): void }) {
  const at = steps.indexOf(step)
  const [before, next] = [steps[at - 1], steps[at + 1]]
  return (
    <footer className={classes.phoneFoot} data-keep-clear>
      <Saved state={state} />
      {(next === undefined || state.failure !== null || state.isUnderWay) && <Standing state={state} />}
      <div className={classes.buttons}>
        {state.isUnderWay ? (
          <StopButton state={state} isLarge />
        ) : (
          <Button
            size="lg"
            variant="default"
            disabled={!before}
            aria-label={before ? `Back to ${before}` : 'Back'}
            onClick={() => before && onStep(before)}
          >
            ←
          </Button>
        )}
        {next ? (
          <Button size="lg" fullWidth onClick={() => onStep(next)}>
            {[next, stepFact(state, next)].filter(Boolean).join(', ')} →
          </Button>
        ) : (
          <SubmitButton state={state} isFull />
        )}
      </div>
    </footer>
  )
}
