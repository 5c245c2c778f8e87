import { MultiSelect, NumberInput, Select, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AreaNode } from '../../../leads/contract/leads.ts'
import { areasQuery } from '../../../leads/web/client/leads.ts'
import type { Building } from '../../../listings/contract.ts'
import { type AlertKind, OfferKind } from '../../contract/alerts.ts'
import { homeTypes, offerLabel } from '../../rules/search.ts'
import { buildingsByIdsQuery, buildingsQuery } from '../client.ts'
import classes from './AlertForm.module.css'
import { Evidence } from './Evidence.tsx'
import type { AlertForm, ProposedFields } from './useAlertForm.ts'

interface FieldsProps {
  form: AlertForm
  kind: AlertKind
  proposals: ProposedFields
}

/** Where the homes are to be: areas, or buildings. */
export const PlacesField = ({ form, kind, proposals }: FieldsProps) =>
  kind === 'listing' ? (
    <div>
      <AreasField form={form} />
      <Evidence proposals={proposals} field="areas" label="areas" />
    </div>
  ) : (
    <BuildingsField form={form} />
  )

interface AreaChoice {
  value: string
  label: string
}

/** The areas that are offered, and those that are chosen already. */
const choicesOf = (nodes: readonly AreaNode[], chosen: readonly number[], within = ''): AreaChoice[] =>
  nodes.flatMap(({ id, name, is_retired, children }) => [
    ...(is_retired && !chosen.includes(id) ? [] : [{ value: String(id), label: within ? `${name}, ${within}` : name }]),
    ...choicesOf(children, chosen, name),
  ])

function AreasField({ form }: { form: AlertForm }) {
  const areas = useQuery(areasQuery)
  const { areas: chosen } = form.values
  const data = useMemo(() => choicesOf(areas.data ?? [], chosen), [areas.data, chosen])
  return (
    <MultiSelect
      label="Areas"
      placeholder={chosen.length === 0 ? 'Anywhere' : ''}
      data={data}
      value={chosen.map(String)}
      error={form.errors.areas}
      onChange={values => form.setFieldValue('areas', values.map(Number))}
      searchable
      limit={60}
      maxDropdownHeight={220}
      nothingFoundMessage="No matches."
    />
  )
}

const choiceOf = ({ id, name, address, city }: Building): AreaChoice => ({
  value: String(id),
  label: name === address ? `${address}, ${city}` : `${name}, ${address}, ${city}`,
})

function BuildingsField({ form }: { form: AlertForm }) {
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, 200)
  const found = useQuery(buildingsQuery(sought))
  // What was chosen stays among the choices, whatever is searched for next.
  const [chosen, setChosen] = useState<AreaChoice[]>([])
  const { buildings } = form.values
  const [first] = useState(buildings)
  const known = useQuery({ ...buildingsByIdsQuery(first), enabled: first.length > 0 })
  const offered = [...(known.data ?? []), ...(found.data ?? [])].map(choiceOf)
  const choices = [...new Map([...chosen, ...offered].map(one => [one.value, one])).values()]
  return (
    <MultiSelect
      label="Buildings"
      placeholder={buildings.length === 0 ? 'Name or address' : ''}
      data={choices}
      value={buildings.map(String)}
      error={form.errors.buildings}
      onChange={values => {
        setChosen(choices.filter(({ value }) => values.includes(value)))
        form.setFieldValue('buildings', values.map(Number))
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxDropdownHeight={220}
      nothingFoundMessage={found.isFetching ? 'Searching' : 'No matching buildings.'}
    />
  )
}

const offers = OfferKind.options.map(value => ({ value, label: offerLabel[value] }))
const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value))
const atLeast = [1, 2, 3, 4, 5].map(value => ({ value: String(value), label: `${value}+` }))

/** What the homes are to be like. */
export function SearchFields({ form, kind, proposals }: FieldsProps) {
  const { offer, types, keywords } = form.values
  return (
    <>
      <div className={classes.three}>
        <div>
          <Select
            label="Offer"
            data={offers}
            placeholder="For sale or lease"
            value={offer}
            error={form.errors.offer}
            clearable={kind === 'building'}
            allowDeselect={false}
            onChange={value => form.setFieldValue('offer', value === null ? null : OfferKind.parse(value))}
          />
          <Evidence proposals={proposals} field="offer" label="offer" />
        </div>
        <div>
          <MultiSelect
            label="Type"
            placeholder={types.length === 0 ? 'Any' : ''}
            data={[...homeTypes]}
            {...form.getInputProps('types')}
          />
          <Evidence proposals={proposals} field="types" label="type" />
        </div>
        <TagsInput
          label="Keywords"
          placeholder={keywords.length === 0 ? 'loft, parking' : ''}
          title="Matches listings containing every keyword"
          maxTags={10}
          {...form.getInputProps('keywords')}
        />
      </div>
      <FigureFields form={form} proposals={proposals} />
    </>
  )
}

const money = { prefix: '$', thousandSeparator: ',', min: 0, allowDecimal: false, hideControls: true } as const

const prices = [
  { field: 'price_min', end: 'from' },
  { field: 'price_max', end: 'to' },
] as const
const rooms = [
  { field: 'beds', label: 'Beds' },
  { field: 'baths', label: 'Baths' },
] as const

/** What the homes may cost, and how large they are. */
function FigureFields({ form, proposals }: Omit<FieldsProps, 'kind'>) {
  const { values } = form
  const priceName = values.offer === 'rent' || values.offer === 'leas' ? 'Rent' : 'Price'
  return (
    <div className={classes.four}>
      {prices.map(({ field, end }) => (
        <div key={field}>
          <NumberInput
            {...money}
            label={`${priceName} ${end}`}
            placeholder="Any"
            value={values[field] ?? ''}
            error={form.errors[field]}
            onChange={value => form.setFieldValue(field, numberOf(value))}
          />
          <Evidence proposals={proposals} field={field} label={`${priceName.toLowerCase()} ${end}`} />
        </div>
      ))}
      {rooms.map(({ field, label }) => (
        <div key={field}>
          <Select
            label={label}
            placeholder="Any"
            data={atLeast}
            clearable
            value={values[field] === null ? null : String(values[field])}
            error={form.errors[field]}
            onChange={value => form.setFieldValue(field, value === null ? null : Number(value))}
          />
          {field === 'beds' && <Evidence proposals={proposals} field="beds" label="beds" />}
        </div>
      ))}
    </div>
  )
}
