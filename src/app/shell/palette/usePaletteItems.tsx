import { IconBolt, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useShortcutList } from '../../../platform/web/page/keys.ts'
import { openAddLead } from '../../../screens/lead/modals/noteTask.ts'
import { useButtons, useGoTo } from '../drawer/usePages.ts'
import { useSession } from '../session.ts'
import { digitsOf } from './marks.ts'
import { answering, type PaletteItem } from './palette.ts'
import { useFound } from './useFound.tsx'
import { usePersonActions } from './usePersonActions.tsx'
import { useProfileActions } from './useProfileActions.tsx'

/** What the palette shows for a text while the line `chosen` is highlighted: the first, unless another was moved to. */
export function usePaletteItems(query: string, chosen: string | null) {
  const { records, recent, searching } = useFound(query)
  const screens = useScreens()
  const actions = useActions()
  const people = records.filter(item => item.isPerson)
  const others = useMemo(
    () => [...records.filter(item => !item.isPerson), ...answering([...actions, ...screens], query), ...recent],
    [records, actions, screens, recent, query],
  )
  const person = personOf([...people, ...others], chosen)
  const withPerson = usePersonActions(person)
  const items = [...people, ...withPerson, ...others]
  const addWithNumber = useAddWithNumber(query)
  const isEmpty = items.length === 0 && !searching
  return { items: isEmpty ? addWithNumber : items, withPerson, isEmpty, searching }
}

/** Whom the highlighted line is about. An action of a person is about them, too, also while it is still fetched. */
function personOf(items: readonly PaletteItem[], chosen: string | null): number | null {
  const ofAction = /^with-(\d+)-/.exec(chosen ?? '')?.[1]
  if (ofAction && items.some(item => item.ofLead === Number(ofAction))) return Number(ofAction)
  const line = items.find(({ id }) => id === chosen) ?? items[0]
  return line?.ofLead ?? null
}

/** A number that nobody has may be that of somebody new. */
function useAddWithNumber(query: string): readonly PaletteItem[] {
  const mayAdd = useSession().permissions.includes('view_leads')
  const number = query.trim()
  if (!mayAdd || digitsOf(number) === null) return []
  return [
    {
      id: 'add-with-number',
      group: 'Actions',
      label: 'Add a lead with this number',
      hint: number,
      icon: <IconUserPlus size={16} stroke={1.6} />,
      run: () => openAddLead(number),
    },
  ]
}

function useScreens(): PaletteItem[] {
  const buttons = useButtons()
  const goTo = useGoTo()
  return useMemo(
    () =>
      buttons
        .filter(entry => entry.external === null)
        .map(entry => ({
          id: `screen-${entry.id}`,
          group: 'Screens',
          label: entry.tooltip,
          hint: 'Go to screen',
          icon: entry.icon && <entry.icon size={16} stroke={1.6} />,
          to: entry.path,
          run: () => goTo(entry.path),
          ...(entry.key ? { keys: `g ${entry.key}` } : {}),
        })),
    [buttons, goTo],
  )
}

/** Whether it is a finger that points, as on a phone. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches

/** Whatever has a key right now is also an action, except moving about; and what stands in the profile menu. */
function useActions(): PaletteItem[] {
  const shortcuts = useShortcutList()
  const ofProfile = useProfileActions()
  return useMemo(
    () => [
      ...shortcuts
        .filter(({ group, needsKeyboard }) => group !== 'Move' && group !== 'Go to' && !(needsKeyboard && isTouched()))
        .map(({ keys, label, group, run }) => ({
          id: `action-${group}-${label}`.replace(/\s+/g, '-'),
          group: 'Actions',
          label,
          keys,
          icon: <IconBolt size={16} stroke={1.6} />,
          run,
        })),
      ...ofProfile,
    ],
    [shortcuts, ofProfile],
  )
}
