/**
 * Ranges of MAC addresses whose boxes technicians do not know by the name of the range's registered owner. The key is the prefix of the
 * range: six upper-case hexadecimal digits.
 */
export const makersByPrefix: Readonly<Record<string, string>> = {
  // Registered by Telecommunication Technologies of Odessa, the maker of the MAG boxes.
  '001A79': 'Infomir MAG',
}

/** The names of makers as they stand on the labels of boxes. The first row that fits the registered name of the maker counts. */
export const makersByName: readonly (readonly [registered: RegExp, name: string])[] = [
  [/^amazon technologies/i, 'Amazon'],
  [/^arcadyan/i, 'Arcadyan'],
  [/\bcoship\b/i, 'Coship'],
  [/^commscope/i, 'CommScope'],
  [/^google/i, 'Google'],
  [/hisense/i, 'Hisense'],
  [/^huawei/i, 'Huawei'],
  [/^humax/i, 'Humax'],
  [/\bjiuzhou\b/i, 'Jiuzhou'],
  [/^kaon /i, 'Kaon'],
  [/^raspberry pi/i, 'Raspberry Pi'],
  [/^sagemcom/i, 'Sagemcom'],
  [/^samsung electronics/i, 'Samsung'],
  [/\bsdmc\b/i, 'SDMC'],
  [/^(?:shenzhen )?skyworth digital/i, 'Skyworth'],
  [/^(?:shenzhen )?tcl /i, 'TCL'],
  [/^technicolor/i, 'Technicolor'],
  [/^tp-link/i, 'TP-Link'],
  [/^vantiva/i, 'Vantiva'],
  [/^vestel/i, 'Vestel'],
  [/\bxiaomi\b/i, 'Xiaomi'],
  [/^zte /i, 'ZTE'],
]

/** The name that technicians use for the maker of a range. Undefined if they use the registered name. */
export const nameMaker = (prefix: string, registered: string): string | undefined =>
  makersByPrefix[prefix] ?? makersByName.find(([pattern]) => pattern.test(registered))?.[1]
