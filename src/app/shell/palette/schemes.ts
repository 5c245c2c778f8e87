import type { MantineColorScheme } from '@mantine/core'
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

/** The appearances to choose from, as the profile menu and the palette offer them. */
export const schemes: readonly { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
]
