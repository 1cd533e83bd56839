/** Moving the focus to the search of the drawer of kinds. */

/** What was searched before is selected, so that typing begins anew. */
export function focusPalette(): void {
  const search = document.querySelector<HTMLInputElement>('aside [data-palette] input')
  search?.focus()
  search?.select()
}
