import { Button, NumberInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { localInstant } from '../../../platform/web/forms/localInstant.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { formatDuration, fullTime } from '../../../platform/web/time/time.ts'
import { type Maintenance, settingsCalls } from '../contract.ts'
import { setMaintenance, showStatus, systemStatus } from './client.ts'
import { NoticeForm } from './NoticeForm.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import classes from './Settings.module.css'

const USUAL_MINUTES = 45
const START_NOW = {
  title: 'Start maintenance now',
  message: 'Everyone except administrators is signed out immediately. Drafts stay on their devices.',
  destructive: true,
}

/** Maintenance and the system notice: what everybody is told about the state of the system. */
export function MaintenancePanel() {
  const { data, error, refetch } = useQuery(systemStatus)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <FrameSection title="Maintenance">
        <div className={classes.section}>
          <MaintenanceState maintenance={data.maintenance} />
          {!data.maintenance && <MaintenanceForm />}
          <SettingHistory subject="maintenance" subject_id="maintenance" />
        </div>
      </FrameSection>
      <NoticeForm notice={data.notice} />
    </>
  )
}

function MaintenanceState({ maintenance }: { maintenance: Maintenance | null }) {
  const end = useMutation({ mutationFn: setMaintenance })
  if (!maintenance) {
    return (
      <p className={classes.text}>
        None planned. Planned maintenance shows everyone a banner with a countdown. While it is live, only
        administrators can sign in.
      </p>
    )
  }
  const text = maintenance.live
    ? `Live now. It ends automatically on ${fullTime(maintenance.ends_at)}.`
    : `Planned for ${fullTime(maintenance.starts_at)}, ${formatDuration(maintenance.minutes)} long.`
  return (
    <>
      <div className={classes.state} role="status">
        <span>{text}</span>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ end: true })}>
          {maintenance.live ? 'End now' : 'Cancel it'}
        </Button>
      </div>
      <p className={classes.failure} role="alert">
        {end.error && sentenceOf(end.error)}
      </p>
    </>
  )
}

function MaintenanceForm() {
  const { form, isSending, failure, submit } = useCallForm(settingsCalls.setMaintenance, {
    initial: { starts_at: '', minutes: USUAL_MINUTES },
    inputOf: ({ starts_at, minutes }) => ({ starts_at: localInstant(starts_at), minutes }),
    onSaved: showStatus,
  })
  const { minutes } = form.values
  const now = useMutation({ mutationFn: setMaintenance })
  const startNow = async () => {
    if (await confirm(START_NOW)) now.mutate({ minutes })
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <div className={classes.fields}>
        <DateTimeField kind="datetime" usualTime="21:00" label="Begins" {...form.getInputProps('starts_at')} />
        <NumberInput
          label="Minutes"
          w={96}
          min={1}
          max={10_080}
          value={minutes}
          error={form.errors.minutes}
          onChange={value => form.setFieldValue('minutes', Number(value) || USUAL_MINUTES)}
        />
        <Button type="submit" size="md" disabled={form.values.starts_at === ''} loading={isSending}>
          Plan maintenance
        </Button>
        <Button size="md" variant="default" disabled={isSending || now.isPending} onClick={() => void startNow()}>
          Start now
        </Button>
      </div>
      <p className={classes.failure} role="alert">
        {failure ?? (now.error && sentenceOf(now.error))}
      </p>
    </form>
  )
}
