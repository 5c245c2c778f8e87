import { Loader, Select, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { money } from '../../../../platform/web/money.ts'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']

const marks = {
  idle: null,
  prefilling: <Loader size={14} aria-label="Prefilling" />,
  found: <IconCheck size={15} stroke={2} color="var(--kt-green-text)" aria-label="Found" />,
  failed: null,
}

/** Where the home is and whose it is, from the MLS number or typed. */
export function PropertyFields({ state: { form, values, change, lookup } }: { state: SubmissionState }) {
  const set = (fields: Partial<typeof values>) => change({ ...values, ...fields })
  const field = (name: 'street_number' | 'street_name' | 'unit_number' | 'city' | 'postal_code' | 'listingOwners') => ({
    value: values[name],
    error: form.errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  })
  const provinceOptions = provinces.includes(values.province) ? provinces : [...provinces, values.province]
  return (
    <>
      <div className={classes.mlsRow}>
        <TextInput
          label="MLS number"
          value={values.mls}
          error={lookup.error ?? form.errors.mls}
          leftSection={<IconSearch size={15} stroke={1.6} />}
          rightSection={marks[lookup.state]}
          autoComplete="off"
          onChange={event => lookup.type(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        />
        <FoundHome state={lookup} />
      </div>
      <div className={classes.street}>
        <TextInput label="Street number" {...field('street_number')} />
        <TextInput label="Street name" {...field('street_name')} />
        <TextInput label="Unit" {...field('unit_number')} />
      </div>
      <div className={classes.city}>
        <TextInput label="City" {...field('city')} />
        <Select
          label="Province"
          data={provinceOptions}
          value={values.province}
          error={form.errors.province}
          allowDeselect={false}
          onChange={province => set({ province: province ?? 'ON' })}
        />
        <TextInput label="Postal code" {...field('postal_code')} />
      </div>
      <TextInput label="Listing owner" {...field('listingOwners')} />
    </>
  )
}

function FoundHome({ state: { state, found } }: { state: SubmissionState['lookup'] }) {
  if (state === 'prefilling') return <p className={classes.meta}>Prefilling…</p>
  if (!found) return null
  const { listing } = found
  return (
    <div className={classes.found}>
      {listing ? (
        <>
          <span className={classes.thumb}>
            <ListingPicture base={listing.photo_base_url} alt="" kind={listing.property_type} sizes="75px" />
          </span>
          <span>
            <b>
              {listing.property_type}, {listing.facts}
            </b>
            <br />
            Listed at {money(listing.price)} · {listing.brokerage}
          </span>
        </>
      ) : (
        <b>A listing of the brokerage</b>
      )}
    </div>
  )
}
