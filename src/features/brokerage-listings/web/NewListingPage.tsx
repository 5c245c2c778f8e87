import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { ListingFields } from './ListingFields.tsx'
import classes from './Listings.module.css'
import { useListingForm } from './useListingForm.ts'

/** `/brokerage-listings/new`: adds a home of the brokerage. */
export function NewListingPage() {
  const navigate = useNavigate()
  const entry = useListingForm(
    null,
    ({ id }) => void navigate({ to: '/brokerage-listings/$id', params: { id: String(id) } }),
  )
  return (
    <form className={classes.newForm} onSubmit={event => void entry.submit(event)}>
      <h1>New listing</h1>
      <p className={classes.meta}>Photos are added on its page, once it is there.</p>
      <ListingFields form={entry.form} />
      {entry.failure !== null && (
        <p className={classes.problem} role="alert">
          {entry.failure}
        </p>
      )}
      <div className={classes.buttons}>
        <DraftMark draft={entry.draft} />
        <Button component={Link} to="/brokerage-listings" variant="default">
          Cancel
        </Button>
        <Button type="submit" loading={entry.isSending}>
          Add listing
        </Button>
      </div>
    </form>
  )
}
