import { TextInput } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type ManagedSite, placesCalls } from '../contract.ts'
import { MAX_NAME } from '../rules/paste.ts'
import { refreshPlaces, saidOfSite } from './client.ts'
import classes from './Places.module.css'

interface SiteEditorProps {
  /** `null` makes a new one. */
  site: ManagedSite | null
  onClose(): void
}

/** Name and address of a site. */
export function SiteEditor({ site, onClose }: SiteEditorProps) {
  const entry = useCallForm(site ? placesCalls.changeSite : placesCalls.addSite, {
    initial: { name: site?.name ?? '', domain: site?.domain ?? '' },
    inputOf: values => (site ? { id: site.id, ...values } : values) as never,
    ...(site ? { version: site.version } : {}),
    onSaved(saved: ManagedSite) {
      if (site) saidOfSite(site, saved)
      else {
        void refreshPlaces()
        notify(`Added ${saved.name}.`)
      }
      onClose()
    },
  })
  const { form } = entry
  const { name, domain } = form.values
  return (
    <FormDialog
      title={site ? `Edit ${site.name}` : 'Add site'}
      action={site ? 'Save' : 'Add site'}
      form={entry}
      maySubmit={name.trim() !== '' && domain.trim() !== ''}
      size={440}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={MAX_NAME} {...form.getInputProps('name')} />
      <TextInput label="Address" placeholder="baystreet.example" maxLength={253} {...form.getInputProps('domain')} />
      {site && (
        <p className={classes.text}>
          Browsers report visits only from this address: change it when the site has moved. Links in e-mails to its
          leads lead there.
        </p>
      )}
    </FormDialog>
  )
}
