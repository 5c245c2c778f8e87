import { Autocomplete, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { money } from '../../../../platform/web/money.ts'
import { homesQuery } from '../client.ts'
import { withHome } from '../rules/form.ts'
import listClasses from '../Showings.module.css'
import classes from './ShowingForm.module.css'
import type { ShowingFormState } from './useShowingForm.ts'

const TYPING_MS = 200

/** Which home: found by its MLS number or address as one types, or written by hand. */
export function HomeFields({ form }: { form: ShowingFormState }) {
  const { listed_for, listing_description, photo_base_url } = form.errors
  const hasProblem = Boolean(listed_for ?? listing_description ?? photo_base_url)
  return (
    <>
      <div className={classes.pair}>
        <HomeFinder form={form} />
        <TextInput
          label="Address"
          description="As the client reads it."
          placeholder="1208 - 38 Stadium Rd, Toronto"
          {...form.getInputProps('address_formatted')}
        />
      </div>
      {/* What the listing knows need not be typed. */}
      <details className={classes.more} {...(hasProblem ? { open: true } : {})}>
        <summary>Price, photo and description</summary>
        <div>
          <div className={classes.pair}>
            <NumberInput
              label="Listed for"
              prefix="$"
              thousandSeparator=","
              min={0}
              allowDecimal={false}
              hideControls
              value={form.values.listed_for ?? ''}
              error={form.errors.listed_for}
              onChange={text => form.setFieldValue('listed_for', text === '' ? null : Number(text))}
            />
            <TextInput label="Photo" placeholder="https://" type="url" {...form.getInputProps('photo_base_url')} />
          </div>
          <Textarea
            label="Description"
            autosize
            minRows={1}
            maxRows={6}
            {...form.getInputProps('listing_description')}
          />
        </div>
      </details>
    </>
  )
}

function HomeFinder({ form }: { form: ShowingFormState }) {
  const { values } = form
  const [search] = useDebouncedValue(values.mls_number, TYPING_MS)
  const { data: homes = [], isFetching } = useQuery(homesQuery(search))
  const byNumber = new Map(homes.map(home => [home.mls_number, home]))
  return (
    <Autocomplete
      label="MLS number"
      description="MLS number or address. We fill in the rest."
      data-autofocus
      // An empty list of homes must not swallow the Escape that closes the form.
      openOnFocus={false}
      value={values.mls_number}
      error={form.errors.mls_number}
      // One that is found already is no choice any more.
      data={byNumber.has(values.mls_number) ? [] : [...byNumber.keys()]}
      filter={({ options }) => options}
      aria-busy={isFetching}
      renderOption={({ option }) => {
        const home = byNumber.get(option.value)
        return (
          <span className={listClasses.found}>
            <b>{option.value}</b>
            {home && ` ${home.address}, ${home.city} · ${money(home.price)}`}
          </span>
        )
      }}
      onChange={mls_number => {
        // Chosen, or typed to its end.
        const home = byNumber.get(mls_number)
        form.setValues(home ? withHome(values, home) : { mls_number })
      }}
    />
  )
}
