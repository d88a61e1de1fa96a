/** Ranges whose boxes technicians know by another name than that of the registered owner. Prefix: six upper-case digits. */
export const makersByPrefix: Readonly<Record<string, string>> = {
  // Registered by Telecommunication Technologies of Odessa, the maker of the MAG boxes.
  '001A79': 'Infomir MAG',
}

/** Makers of boxes under the names on their labels. The first row that fits the registered name is taken. */
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

/** The name of a range's maker as technicians say it. Undefined if the registered name is good enough. */
export const nameMaker = (prefix: string, registered: string): string | undefined =>
  makersByPrefix[prefix] ?? makersByName.find(([pattern]) => pattern.test(registered))?.[1]
