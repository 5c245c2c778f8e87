import { Button, TextInput } from '@mantine/core'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { firstStepsCalls } from '../contract.ts'
import { showSites } from './client.ts'
import classes from './FirstSteps.module.css'

/** Adds a site of the brokerage. */
export function AddSite() {
  const { form, submit, isSending, failure } = useCallForm(firstStepsCalls.addSite, {
    initial: { name: '', domain: '' },
    inputOf: values => values,
    staysOpen: true,
    onSaved(steps) {
      form.reset()
      void showSites(steps)
    },
  })
  return (
    <form className={classes.site} onSubmit={event => void submit(event)}>
      <TextInput label="Name" placeholder="Bay Street Homes" required maxLength={80} {...form.getInputProps('name')} />
      <TextInput
        label="Domain"
        placeholder="baystreet.example"
        required
        maxLength={253}
        {...form.getInputProps('domain')}
      />
      <Button type="submit" loading={isSending}>
        Add site
      </Button>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </form>
  )
}
