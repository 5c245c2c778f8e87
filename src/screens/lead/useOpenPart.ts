import { useNavigate, useSearch } from '@tanstack/react-router'

interface Searched {
  edit?: number
  part?: string
}

/** Which part of a lead is open, as the address says; the first of them needs no word there. Editing opens the profile. */
export function useOpenPart(first: string, parts: readonly string[]): [open: string, select: (part: string) => void] {
  const { edit, part } = useSearch({ strict: false }) as Searched
  const navigate = useNavigate()
  const open = edit === 1 ? PROFILE : (parts.find(each => each === part) ?? first)
  const select = (chosen: string) =>
    void navigate({
      to: '.',
      search: (({ edit: _edit, part: _part, ...rest }: object & Searched) =>
        chosen === first ? rest : { ...rest, part: chosen }) as never,
      replace: true,
    })
  return [open, select]
}

/** The part in which a lead is edited. */
export const PROFILE = 'profile'
