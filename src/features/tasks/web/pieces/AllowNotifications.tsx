import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'

/** Offers reminders outside of the window, until the person has decided. The browser asks only after this was pressed. */
export function AllowNotifications() {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  if (permission !== 'default') return null
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={<IconBellRinging size={14} stroke={1.6} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {isPhone ? 'Turn on notifications' : 'Turn on desktop notifications'}
    </Button>
  )
}
