import { useMantineColorScheme } from '@mantine/core'
import { IconDevices, IconLogout } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useGoTo } from '../drawer/usePages.ts'
import { askToLogout } from '../leave.ts'
import { useSession } from '../session.ts'
import type { PaletteItem } from './palette.ts'
import { schemes } from './schemes.ts'

/** What the profile menu offers, as lines of the palette. */
export function useProfileActions(): readonly PaletteItem[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { logout } = useSession()
  const goTo = useGoTo()
  return useMemo(
    () => [
      ...schemes
        .filter(({ value }) => value !== colorScheme)
        .map(({ value, label, icon: Icon }) => ({
          id: `scheme-${value}`,
          group: 'Actions',
          label: `${label} appearance`,
          icon: <Icon size={16} stroke={1.6} />,
          run: () => setColorScheme(value),
        })),
      {
        id: 'sign-ins',
        group: 'Actions',
        label: 'My sign-ins',
        icon: <IconDevices size={16} stroke={1.6} />,
        to: '/sign-ins',
        run: () => goTo('/sign-ins'),
      },
      {
        id: 'logout',
        group: 'Actions',
        label: 'Logout',
        icon: <IconLogout size={16} stroke={1.6} />,
        run: () => void askToLogout(logout),
      },
    ],
    [colorScheme, setColorScheme, logout, goTo],
  )
}
