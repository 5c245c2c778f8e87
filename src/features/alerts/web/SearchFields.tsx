import { MultiSelect, NumberInput, Select, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AreaNode } from '../../leads/contract/leads.ts'
import { areasQuery } from '../../leads/web/client/leads.ts'
import type { Building } from '../../listings/contract.ts'
import { type AlertKind, OfferKind } from '../contract/alerts.ts'
import { homeTypes, offerLabel } from '../rules/search.ts'
import classes from './Alerts.module.css'
import { buildingsByIdsQuery, buildingsQuery } from './client.ts'
import type { AlertForm } from './useAlertForm.ts'

interface FieldsProps {
  form: AlertForm
  kind: AlertKind
}

/** Where the homes are to be: areas, or buildings. */
export const PlacesField = ({ form, kind }: FieldsProps) =>
  kind === 'listing' ? <AreasField form={form} /> : <BuildingsField form={form} />

interface AreaChoice {
  value: string
  label: string
}

const choicesOf = (nodes: readonly AreaNode[], within = ''): AreaChoice[] =>
  nodes.flatMap(({ id, name, children }) => [
    { value: String(id), label: within ? `${name}, ${within}` : name },
    ...choicesOf(children, name),
  ])

function AreasField({ form }: { form: AlertForm }) {
  const areas = useQuery(areasQuery)
  const data = useMemo(() => choicesOf(areas.data ?? []), [areas.data])
  const { search } = form.fields
  return (
    <MultiSelect
      label="Areas"
      placeholder={search.areas.length === 0 ? 'Anywhere' : ''}
      data={data}
      value={search.areas.map(String)}
      error={form.problems.areas?.[0]}
      onChange={values => form.setSearch({ areas: values.map(Number) })}
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
  const { buildings } = form.fields.search
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
      error={form.problems.buildings?.[0]}
      onChange={values => {
        setChosen(choices.filter(({ value }) => values.includes(value)))
        form.setSearch({ buildings: values.map(Number) })
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
const atLeast = [1, 2, 3, 4, 5].map(value => ({ value: String(value), label: `${value} or more` }))

/** What the homes are to be like. */
export function SearchFields({ form, kind }: FieldsProps) {
  const { search } = form.fields
  const money = { prefix: '$', thousandSeparator: ',', min: 0, allowDecimal: false, hideControls: true } as const
  return (
    <>
      <div className={classes.pair}>
        <Select
          label="Offer"
          data={offers}
          placeholder="For sale or lease"
          value={search.offer}
          clearable={kind === 'building'}
          allowDeselect={false}
          onChange={value => form.setSearch({ offer: value === null ? null : OfferKind.parse(value) })}
        />
        <MultiSelect
          label="Type"
          placeholder={search.types.length === 0 ? 'Any' : ''}
          data={[...homeTypes]}
          value={search.types}
          onChange={types => form.setSearch({ types })}
        />
      </div>
      <div className={classes.four}>
        <NumberInput
          {...money}
          label="Price from"
          value={search.price_min ?? ''}
          onChange={value => form.setSearch({ price_min: numberOf(value) })}
        />
        <NumberInput
          {...money}
          label="Price to"
          value={search.price_max ?? ''}
          error={form.problems.price_max?.[0]}
          onChange={value => form.setSearch({ price_max: numberOf(value) })}
        />
        <Select
          label="Beds"
          placeholder="Any"
          data={atLeast}
          clearable
          value={search.beds === null ? null : String(search.beds)}
          onChange={value => form.setSearch({ beds: value === null ? null : Number(value) })}
        />
        <Select
          label="Baths"
          placeholder="Any"
          data={atLeast}
          clearable
          value={search.baths === null ? null : String(search.baths)}
          onChange={value => form.setSearch({ baths: value === null ? null : Number(value) })}
        />
      </div>
      <TagsInput
        label="Keywords"
        description="Matches listings containing every keyword"
        placeholder={search.keywords.length === 0 ? 'loft, parking' : ''}
        maxTags={10}
        value={search.keywords}
        error={form.problems.keywords?.[0]}
        onChange={keywords => form.setSearch({ keywords })}
      />
    </>
  )
}
