import { Textarea, TextInput } from '@mantine/core'
import { SplitDialog } from '../../../../platform/ui/dialogs/SplitDialog.tsx'
import { DraftMark } from '../../../../platform/ui/marks/DraftMark.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { HomeMap } from '../../../../product/region/HomeMap.tsx'
import type { Showing } from '../../contract.ts'
import { type ShowingForm, saveLabel, withHome, withoutHome } from '../rules/form.ts'
import { TimeFields } from '../TimeFields.tsx'
import { AskedTimes } from './AskedTimes.tsx'
import { DayBeside } from './DayBeside.tsx'
import { HomeFields } from './HomeFields.tsx'
import { ProposedHomes } from './ProposedHomes.tsx'
import { Receives } from './Receives.tsx'
import classes from './ShowingForm.module.css'
import { type KnownShowing, useShowingForm } from './useShowingForm.ts'

interface ShowingModalProps {
  lead: { id: number }
  /** `null` books a new one. */
  showing: Showing | null
  /** What a new one begins with, and under which name its draft is kept. */
  known?: KnownShowing
  onClose(): void
  onBooked?(): void
}

const MAP_HEIGHT = 132

/** Books a showing or changes one. It closes on success; what is not sent yet is kept. */
export function ShowingModal(props: ShowingModalProps) {
  const { showing, onClose } = props
  const { form, draft, plan, proposals, calendar, notification, ...entry } = useShowingForm(props)
  const { values } = form
  const name = plan?.first_name ?? ''
  return (
    <SplitDialog
      title={showing ? 'Edit the showing' : 'Book a showing'}
      person={name ? { initials: initialsOf(name, ''), text: `With ${name}` } : null}
      fieldsWidth="1.48fr"
      action={saveLabel(!showing, notification.isSent, name)}
      form={entry}
      isSentByEnter={false}
      standing={<DraftMark draft={draft} />}
      onClose={onClose}
      aside={
        <>
          <DayBeside form={values} calendar={calendar} name={name} edited={showing?.id ?? null} />
          <Receives
            form={values}
            plan={plan}
            isSent={notification.isSent}
            isChosen={notification.isChosen}
            onChange={notification.choose}
          />
          <HomeOnMap value={values} />
        </>
      }
    >
      {!showing && (
        <ProposedHomes
          homes={proposals?.homes ?? []}
          name={name}
          chosen={values.mls_number}
          onChoose={({ listing, asked }) =>
            form.setValues({ ...withHome(values, listing), notes: values.notes || (asked?.message ?? '') })
          }
          onClear={() => form.setValues(withoutHome(values))}
        />
      )}
      <HomeFields form={form} />
      <div>
        {!showing && <AskedTimes form={form} times={proposals?.times ?? []} calendar={calendar} name={name} />}
        <TimeFields form={form} clashes={plan?.clashes ?? []} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Lockbox"
          description="How to open the door. Clients never see it."
          {...form.getInputProps('lockbox_description')}
        />
        <Textarea
          label="Notes"
          description="Visible to you and the office."
          autosize
          minRows={1}
          maxRows={6}
          {...form.getInputProps('notes')}
        />
      </div>
    </SplitDialog>
  )
}

function HomeOnMap({ value: { lat, lng, address_formatted } }: { value: ShowingForm }) {
  if (lat === null || lng === null) return null
  return (
    <div className={classes.map}>
      <HomeMap
        points={[{ lat, lng, title: address_formatted }]}
        label={`${address_formatted} on a map`}
        height={MAP_HEIGHT}
      />
    </div>
  )
}
