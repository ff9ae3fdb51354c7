/** The last place of the ranking whose trader may have public links. */
export const lastLinkedRank = 3
