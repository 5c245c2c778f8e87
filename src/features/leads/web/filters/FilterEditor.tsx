import { Button, NumberInput, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { LeadDial } from '../pieces/LeadDial.tsx'
import {
  datePresets,
  type FilterField,
  type FilterOption,
  readRange,
  readValues,
  writeRange,
  writeValues,
} from '../rules/filters.ts'
import classes from './FilterBar.module.css'
import { type AreaOption, useFilterOptions } from './useFilterOptions.ts'

interface FilterEditorProps {
  field: FilterField
  text: string | undefined
  onChange(text: string | undefined): void
  onDone(): void
}

/** Chooses the value of one filter; the list follows each press. */
export function FilterEditor(props: FilterEditorProps) {
  const { kind, key } = props.field
  return (
    <div className={classes.editor}>
      {kind === 'dates' && <DatesEditor {...props} />}
      {(kind === 'money' || kind === 'numbers') && <RangeEditor {...props} />}
      {(kind === 'options' || kind === 'areas' || kind === 'yesno') && (
        <OptionsEditor {...props} single={kind === 'yesno' || key === 'subscription'} />
      )}
      <div className={classes.foot} data-filter-editor-foot>
        <Button size="xs" variant="subtle" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

const SHOWN = 200

function OptionsEditor({ field, text, onChange, single }: FilterEditorProps & { single: boolean }) {
  const { options, isWaiting } = useFilterOptions(field.key, true)
  const [search, setSearch] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  // Options that come late are gone to, unless somebody has gone elsewhere meanwhile.
  useEffect(() => {
    if (!isWaiting && document.activeElement?.closest('[data-filter-editor-foot]'))
      list.current?.parentElement?.querySelector('input')?.focus()
  }, [isWaiting])
  const sought = useDeferredValue(search.trim().toLowerCase())
  const chosen = readValues(text)
  const matching = sought ? options.filter(option => option.label.toLowerCase().includes(sought)) : options
  const toggle = (value: string) => {
    if (single) return onChange(chosen.includes(value) ? undefined : value)
    onChange(writeValues(chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]))
  }
  return (
    <>
      {options.length > 12 && (
        <div className={classes.editorHead}>
          <TextInput
            size="xs"
            type="search"
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
            placeholder={`Find ${field.label.toLowerCase()}`}
            aria-label={`Find ${field.label.toLowerCase()}`}
            data-autofocus
          />
        </div>
      )}
      <fieldset ref={list} className={classes.options} aria-label={field.label}>
        {matching.slice(0, SHOWN).map(option => (
          <Option
            key={option.value}
            option={option}
            field={field}
            checked={chosen.includes(option.value)}
            single={single}
            flat={Boolean(sought)}
            onToggle={toggle}
          />
        ))}
        {matching.length === 0 && <p className={classes.none}>{isWaiting ? 'Loading...' : 'No matches.'}</p>}
        {matching.length > SHOWN && <p className={classes.none}>{matching.length - SHOWN} more. Type to search.</p>}
      </fieldset>
    </>
  )
}

interface OptionProps {
  option: FilterOption
  field: FilterField
  checked: boolean
  single: boolean
  /** Found by its name: what it lies in is said, not shown by its place. */
  flat: boolean
  onToggle(value: string): void
}

function Option({ option, field, checked, single, flat, onToggle }: OptionProps) {
  const area = field.kind === 'areas' ? (option as AreaOption) : null
  return (
    <label className={classes.option} style={area && !flat ? { paddingLeft: 8 + area.depth * 14 } : undefined}>
      <input
        type={single ? 'radio' : 'checkbox'}
        name={field.key}
        checked={checked}
        onChange={() => onToggle(option.value)}
        onClick={() => single && checked && onToggle(option.value)}
      />
      {field.key === 'status' && <LeadDial status={Number(option.value)} />}
      {option.label}
      {area && flat && area.within && <span className={classes.optionMeta}>{area.within}</span>}
    </label>
  )
}

function DatesEditor({ field, text, onChange }: FilterEditorProps) {
  const isPreset = datePresets.some(preset => preset.value === text)
  const [start = '', end = ''] = isPreset ? [] : (text ?? '').split('..')
  const setDays = (from: string, to: string) => onChange(from || to ? `${from}..${to}` : undefined)
  return (
    <>
      <fieldset className={classes.options} aria-label={field.label}>
        {datePresets.map(preset => (
          <label key={preset.value} className={classes.option}>
            <input
              type="radio"
              name={field.key}
              checked={text === preset.value}
              onChange={() => onChange(preset.value)}
            />
            {preset.label.replace(/^./, character => character.toUpperCase())}
          </label>
        ))}
      </fieldset>
      <div className={classes.pair}>
        <DateTimeField
          kind="date"
          prefers="past"
          size="xs"
          label="From"
          value={start}
          max={end || undefined}
          onChange={next => setDays(next, end)}
        />
        <DateTimeField
          kind="date"
          prefers="past"
          size="xs"
          label="To"
          value={end}
          min={start || undefined}
          onChange={next => setDays(start, next)}
        />
      </div>
    </>
  )
}

function RangeEditor({ field, text, onChange }: FilterEditorProps) {
  const range = readRange(text)
  const isMoney = field.kind === 'money'
  const input = (end: 'from' | 'to', label: string) => (
    <NumberInput
      size="xs"
      label={label}
      value={range[end] ?? ''}
      min={0}
      max={isMoney ? 1_000_000_000 : 100}
      prefix={isMoney ? '$' : ''}
      thousandSeparator={isMoney ? ',' : ''}
      hideControls
      data-autofocus={end === 'from' || undefined}
      onChange={value => onChange(writeRange({ ...range, [end]: value === '' ? null : Number(value) }))}
    />
  )
  return (
    <div className={classes.pair}>
      {input('from', 'From')}
      {input('to', 'To')}
    </div>
  )
}
