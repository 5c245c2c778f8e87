import { adminSections, type SettingHistoryProps } from './extensions.ts'

/** The history of a setting, where a feature keeps one. */
export function SettingHistory(props: SettingHistoryProps) {
  return adminSections.parts().map(({ id, History }) => History && <History key={id} {...props} />)
}
