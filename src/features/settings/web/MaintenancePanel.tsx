import { Button, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { formatDuration, fullTime } from '../../../platform/web/time/time.ts'
import type { Maintenance } from '../contract.ts'
import { setMaintenance, systemStatus } from './client.ts'
import { NoticeForm } from './NoticeForm.tsx'
import classes from './Settings.module.css'

const USUAL_MINUTES = 45
const START_NOW = {
  title: 'Start maintenance now',
  message: 'Everyone except administrators is signed out immediately. Drafts stay on their devices.',
  destructive: true,
}

/** Maintenance and the system notice: what everybody is told about the state of the system. */
export function MaintenancePanel() {
  const { data, error, refetch } = useQuery(systemStatus())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.panel}>
      <section className={classes.section} aria-label="Maintenance">
        <h2 className={classes.title}>Maintenance</h2>
        <MaintenanceState maintenance={data.maintenance} />
        {!data.maintenance && <MaintenanceForm />}
      </section>
      <NoticeForm notice={data.notice} />
    </div>
  )
}

function MaintenanceState({ maintenance }: { maintenance: Maintenance | null }) {
  const end = useMutation(setMaintenance)
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
  const [start, setStart] = useState('')
  const [minutes, setMinutes] = useState<number>(USUAL_MINUTES)
  const set = useMutation(setMaintenance)
  const startNow = async () => {
    if (await confirm(START_NOW)) set.mutate({ minutes })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        set.mutate({ starts_at: new Date(start).toISOString(), minutes })
      }}
    >
      <div className={classes.fields}>
        <TextInput
          label="Begins"
          type="datetime-local"
          value={start}
          onChange={event => setStart(event.currentTarget.value)}
        />
        <NumberInput
          label="Minutes"
          w={96}
          min={1}
          max={10_080}
          value={minutes}
          onChange={value => setMinutes(Number(value) || USUAL_MINUTES)}
        />
        <Button type="submit" size="md" disabled={start === ''} loading={set.isPending}>
          Plan maintenance
        </Button>
        <Button size="md" variant="default" disabled={set.isPending} onClick={() => void startNow()}>
          Start now
        </Button>
      </div>
      <p className={classes.failure} role="alert">
        {set.error && sentenceOf(set.error)}
      </p>
    </form>
  )
}
