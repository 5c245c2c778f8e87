import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { reportError } from '../../../platform/web/errorReports.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { ago } from '../../../platform/web/time/time.ts'
import type { Preferences, PushDevice } from '../contract.ts'
import { removeDevice, sendTest } from './client.ts'
import classes from './Notifications.module.css'
import { type PushState, pushState, supportOf, turnPushOff, turnPushOn } from './push.ts'

const onError = (error: unknown) => void notifyFailure(sentenceOf(error))

const sentences: Readonly<Record<Exclude<PushState, 'on'>, string>> = {
  off: 'Get told on this device, also when Keyturn is closed.',
  blocked: 'This browser blocks notifications. Allow them for this site in the settings of the browser.',
  install: 'On an iPhone, add Keyturn to the home screen first: Share, then Add to Home Screen.',
  unsupported: 'This browser cannot show notifications while Keyturn is closed.',
}

/** The browsers that show notifications, and this one among them. */
export function Devices({ preferences }: { preferences: Preferences }) {
  const { devices, public_key } = preferences
  const { state, setState } = usePushState()
  const turnOn = useMutation({ mutationFn: () => turnPushOn(public_key), onSuccess: setState, onError })
  const test = useMutation({ mutationFn: sendTest, onError })
  // The offer has its place before the browser has said what it can.
  const likely = state ?? (devices.some(({ is_this_session }) => is_this_session) ? 'on' : 'off')
  return (
    <div className={classes.devices}>
      {likely !== 'on' && (
        <div className={classes.offer}>
          <p>{sentences[likely]}</p>
          {likely === 'off' && (
            <Button disabled={state === null} loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
              Turn on here
            </Button>
          )}
        </div>
      )}
      <ul className={classes.deviceList}>
        {devices.map(device => (
          <DeviceRow key={device.id} device={device} onRemoved={() => void pushState().then(setState, reportError)} />
        ))}
      </ul>
      <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
    </div>
  )
}

function usePushState() {
  const [state, setState] = useState<PushState | null>(supportOf)
  useEffect(() => {
    pushState().then(setState, reportError)
  }, [])
  return { state, setState }
}

function DeviceRow({ device, onRemoved }: { device: PushDevice; onRemoved: () => void }) {
  const remove = useMutation({
    async mutationFn() {
      if (device.is_this_session) await turnPushOff()
      await removeDevice(device.id)
    },
    onSuccess: onRemoved,
    onError,
  })
  /** Asks first about a device that is not at hand: only there can it be turned on again. */
  const ask = async () => {
    const { name, is_this_session } = device
    const question = {
      title: `Remove ${name}?`,
      message: 'It gets no more notifications until they are turned on there.',
    }
    if (is_this_session || (await confirm({ ...question, destructive: true }))) remove.mutate()
  }
  const Icon = /iPhone|iPad|Android/.test(device.name) ? IconDeviceMobile : IconDeviceDesktop
  const { last_delivered_at } = device
  return (
    <li className={classes.device}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span>
        {device.name}
        {device.is_this_session && ', this device'}
      </span>
      <span className={classes.small}>
        {last_delivered_at === null ? 'nothing yet' : `last ${ago(last_delivered_at, new Date())}`}
      </span>
      <ActionIcon aria-label={`Remove ${device.name}`} loading={remove.isPending} onClick={() => void ask()}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
