import { Button, NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { money } from '../../../platform/web/money.ts'
import { dealStatuses, dealTypes, noOption } from '../../deals/rules/kinds.ts'
import type { Checklist } from '../contract.ts'
import classes from './Checklist.module.css'
import { checklistsQuery, firstOf, type Place, saveFee, saveNote, saveSelect } from './client.ts'
import { type NoteId, noteField, type SelectField } from './rules/fields.ts'

interface FieldsProps {
  dealId: number
  mayChange: boolean
}

function useChecklist(dealId: number): { checklist: Checklist; place: Place } | null {
  const { data } = useQuery(checklistsQuery(dealId))
  const checklist = data ? firstOf(data) : null
  return checklist && { checklist, place: { dealId, checklistId: checklist.id } }
}

/** What everybody on the deal should know. */
export function DealNotes({ dealId, mayChange }: FieldsProps) {
  const used = useChecklist(dealId)
  if (!used) return null
  return (
    <section className={classes.notes} aria-label="Notes">
      <NoteField {...used} id="notes" label="Notes" empty="Nothing noted yet." mayChange={mayChange} />
    </section>
  )
}

/** The lawyers of both sides. */
export function Lawyers({ dealId, mayChange }: FieldsProps) {
  const used = useChecklist(dealId)
  if (!used) return null
  return (
    <PanelSection title="Lawyers">
      <div className={classes.fields}>
        <NoteField {...used} id="buyerLawyer" label="Buyer" empty="Not given" mayChange={mayChange} />
        <NoteField {...used} id="listingLawyer" label="Listing" empty="Not given" mayChange={mayChange} />
      </div>
    </PanelSection>
  )
}

interface NoteFieldProps {
  checklist: Checklist
  place: Place
  id: NoteId
  label: string
  empty: string
  mayChange: boolean
}

function NoteField({ checklist, place, id, label, empty, mayChange }: NoteFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const stored = checklist[noteField(id)]
  const save = async () => {
    setSaving(true)
    const saved = await saveNote(place, id, (text ?? '').trim())
    setSaving(false)
    if (saved) setText(null)
  }
  return (
    <div className={classes.note} data-editing={text !== null || undefined}>
      <header>
        <h3>{label}</h3>
        {mayChange && text === null && (
          <button type="button" aria-label={`Edit ${label}`} onClick={() => setText(stored)}>
            Edit
          </button>
        )}
      </header>
      {text === null ? (
        <p data-empty={stored === '' || undefined}>{stored || empty}</p>
      ) : (
        <>
          <Textarea
            autoFocus
            aria-label={label}
            maxLength={5000}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <span className={classes.buttons}>
            <Button size="xs" variant="subtle" onClick={() => setText(null)}>
              Cancel
            </Button>
            <Button size="xs" loading={isSaving} onClick={() => void save()}>
              Save
            </Button>
          </span>
        </>
      )}
    </div>
  )
}

/** The fee of the transaction, in a row of the money. */
export function TransactionFee({ dealId, mayChange }: FieldsProps) {
  const used = useChecklist(dealId)
  const [fee, setFee] = useState<string | number | null>(null)
  const [isSaving, setSaving] = useState(false)
  if (!used) return null
  const { checklist, place } = used
  const save = async () => {
    setSaving(true)
    const saved = await saveFee(place, fee === '' || fee === null ? null : Number(fee))
    setSaving(false)
    if (saved) setFee(null)
  }
  if (fee === null)
    return (
      <span className={classes.fee}>
        {checklist.transaction_fee === null ? 'None' : money(checklist.transaction_fee)}
        {mayChange && (
          <button
            type="button"
            aria-label="Edit transaction fee"
            onClick={() => setFee(checklist.transaction_fee ?? '')}
          >
            Edit
          </button>
        )}
      </span>
    )
  return (
    <form
      className={classes.fee}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <NumberInput
        size="xs"
        aria-label="Transaction fee"
        prefix="$"
        min={0}
        max={1_000_000}
        decimalScale={2}
        hideControls
        value={fee}
        onChange={setFee}
      />
      <Button size="xs" type="submit" loading={isSaving}>
        Save
      </Button>
    </form>
  )
}

const options: Readonly<Record<SelectField, readonly { id: number; name: string }[]>> = {
  type: [noOption, ...dealTypes],
  status: [noOption, ...dealStatuses],
}

/** The type and status of the trade in the back office. */
export function BackOfficeFields({ dealId, mayChange }: FieldsProps) {
  const used = useChecklist(dealId)
  const [saving, setSaving] = useState<SelectField | null>(null)
  if (!used) return null
  const { checklist, place } = used
  const choose = async (field: SelectField, id: number) => {
    setSaving(field)
    await saveSelect(place, field, id)
    setSaving(null)
  }
  const select = (field: SelectField, label: string, value: number | null) => (
    <NativeSelect
      size="xs"
      label={label}
      disabled={!mayChange || saving === field}
      value={String(value ?? 0)}
      onChange={event => void choose(field, Number(event.currentTarget.value))}
      data={options[field].map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
  return (
    <PanelSection title="Lone Wolf">
      <div className={classes.selects}>
        {select('type', 'Trade type', checklist.lonewolf_deal_type_id)}
        {select('status', 'Trade status', checklist.lonewolf_deal_status_id)}
      </div>
    </PanelSection>
  )
}
