import { Autocomplete, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { money } from '../../../platform/web/money.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import { homesQuery } from './client.ts'
import { type ShowingForm, withHome } from './rules/form.ts'
import classes from './Showings.module.css'

/** What the parts of the showing form get. */
export interface PartProps {
  value: ShowingForm
  problems: FieldErrors
  onChange(value: ShowingForm): void
}

const TYPING_MS = 200

/** Which home: found by its MLS number or address as one types, or written by hand. */
export function HomeFields({ value, problems, onChange }: PartProps) {
  return (
    <>
      <HomeFinder value={value} onChange={onChange} />
      <TextInput
        label="Address"
        placeholder="1208 - 38 Stadium Rd, Toronto"
        value={value.address_formatted}
        error={problems.address_formatted?.[0]}
        onChange={event => onChange({ ...value, address_formatted: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NumberInput
          label="Listed for"
          prefix="$"
          thousandSeparator=","
          min={0}
          allowDecimal={false}
          value={value.listed_for ?? ''}
          error={problems.listed_for?.[0]}
          onChange={text => onChange({ ...value, listed_for: text === '' ? null : Number(text) })}
        />
        <TextInput
          label="Photo"
          placeholder="https://"
          type="url"
          value={value.photo_base_url}
          error={problems.photo_base_url?.[0]}
          onChange={event => onChange({ ...value, photo_base_url: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={6}
        value={value.listing_description}
        error={problems.listing_description?.[0]}
        onChange={event => onChange({ ...value, listing_description: event.currentTarget.value })}
      />
    </>
  )
}

function HomeFinder({ value, onChange }: Omit<PartProps, 'problems'>) {
  const [search] = useDebouncedValue(value.mls_number, TYPING_MS)
  const { data: homes = [], isFetching } = useQuery(homesQuery(search))
  const byNumber = new Map(homes.map(home => [home.mls_number, home]))
  return (
    <Autocomplete
      label="MLS number"
      description="MLS number or address. We fill in the rest."
      data-autofocus
      // An empty list of homes must not swallow the Escape that closes the form.
      openOnFocus={false}
      value={value.mls_number}
      // One that is found already is no choice any more.
      data={byNumber.has(value.mls_number) ? [] : [...byNumber.keys()]}
      filter={({ options }) => options}
      aria-busy={isFetching}
      renderOption={({ option }) => {
        const home = byNumber.get(option.value)
        return (
          <span className={classes.found}>
            <b>{option.value}</b>
            {home && ` ${home.address}, ${home.city} · ${money(home.price)}`}
          </span>
        )
      }}
      onChange={mls_number => {
        // Chosen, or typed to its end.
        const home = byNumber.get(mls_number)
        onChange(home ? withHome(value, home) : { ...value, mls_number })
      }}
    />
  )
}
