import { Autocomplete, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { listingStatuses, listingStatusLabel, propertyTypes } from '../rules.ts'
import classes from './Listings.module.css'
import type { ListingFormState } from './useListingForm.ts'

const dollars = { prefix: '$', thousandSeparator: ',', allowDecimal: false, min: 0, hideControls: true } as const

/** The fields of a home. */
export function ListingFields({ form }: { form: ListingFormState['form'] }) {
  const field = form.getInputProps
  return (
    <div className={classes.fields}>
      <div className={classes.two}>
        <SegmentedControl
          aria-label="Offer"
          classNames={{ control: segments.control ?? '' }}
          data={[
            { value: 'sale', label: 'For sale' },
            { value: 'lease', label: 'For lease' },
          ]}
          {...field('offer')}
        />
        <Select
          aria-label="Status"
          data={listingStatuses.map(value => ({ value, label: listingStatusLabel(value) }))}
          allowDeselect={false}
          {...field('status')}
        />
      </div>
      <div className={classes.three}>
        <TextInput label="Street number" required {...field('street_number')} />
        <TextInput label="Street name" required {...field('street_name')} />
        <TextInput label="Unit" {...field('unit')} />
      </div>
      <div className={classes.three}>
        <TextInput label="City" required {...field('city')} />
        <TextInput label="Neighbourhood" {...field('neighbourhood')} />
        <TextInput label="Postal code" {...field('postal_code')} />
      </div>
      <div className={classes.three}>
        <NumberInput
          label={form.values.offer === 'lease' ? 'Rent a month' : 'Price'}
          required
          {...dollars}
          {...field('price')}
        />
        <Autocomplete label="Property type" data={[...propertyTypes]} {...field('property_type')} />
        <TextInput label="MLS number" {...field('mls_number')} />
      </div>
      <div className={classes.four}>
        <NumberInput label="Beds" min={0} max={50} hideControls {...field('beds')} />
        <NumberInput label="Beds below grade, dens" min={0} max={50} hideControls {...field('beds_plus')} />
        <NumberInput label="Baths" min={0} max={50} hideControls {...field('baths')} />
        <NumberInput label="Square feet" min={1} thousandSeparator="," hideControls {...field('sqft')} />
      </div>
      <div className={classes.four}>
        <TextInput label="Lot" {...field('lot')} />
        <TextInput label="Parking" {...field('parking')} />
        <NumberInput label="Taxes a year" {...dollars} {...field('taxes')} />
        <DateTimeField kind="date" label="On the market since" prefers="past" {...field('listed_on')} />
      </div>
      <TextInput
        label="Owner"
        description="Seen by the agent of the listing and the office only."
        {...field('owner')}
      />
      <Textarea label="Description" autosize minRows={3} maxRows={12} {...field('description')} />
    </div>
  )
}
