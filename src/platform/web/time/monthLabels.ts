/** What the arrows of a month say to people who cannot see them. */
export const monthLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** Days that pickers would write in red, which means late here. */
export const noDays: (0 | 1 | 2 | 3 | 4 | 5 | 6)[] = []
