// Texts: parts, trimming, and the forms of a trader's inputs.

/** Letters from `from` to before `to`. StringSubstr with length 0 means "to the end" in MQL4: an empty part is never requested. */
string Part(const string text, const int from, const int to)
{
  if (to <= from)
    return "";
  return StringSubstr(text, from, to - from);
}

/** Blanks, line ends, and signs that a copy from a web page may bring: no-break and zero-width spaces, a byte order mark. */
bool IsBlank(const int letter)
{
  return letter <= 32 || letter == 160 || letter == 0x200B || letter == 0xFEFF;
}

/** StringTrimLeft and StringTrimRight have one signature in MQL4 and another in MQL5. */
string Trimmed(const string text)
{
  int from = 0;
  int to = StringLen(text);
  while (from < to && IsBlank(StringGetCharacter(text, from)))
    from++;
  while (to > from && IsBlank(StringGetCharacter(text, to - 1)))
    to--;
  return Part(text, from, to);
}

bool StartsWith(const string text, const string start)
{
  return StringLen(text) >= StringLen(start) && Part(text, 0, StringLen(start)) == start;
}

bool IsDigit(const int letter)
{
  return letter >= '0' && letter <= '9';
}

bool IsLetterOrDigit(const int letter)
{
  return IsDigit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/** The site's address in the form of the terminal's list of allowed addresses: small letters, no blanks, no slash at the end. */
string SiteAddress(const string typed)
{
  string address = Trimmed(typed);
  StringToLower(address);
  int length = StringLen(address);
  while (length > 0 && StringGetCharacter(address, length - 1) == '/')
    length--;
  return Part(address, 0, length);
}

/** The error in an address, as the chart says it; empty where there is none. */
string AddressError(const string address)
{
  string host = "";
  if (StartsWith(address, "https://"))
    host = Part(address, 8, StringLen(address));
  else if (StartsWith(address, "http://"))
  {
    host = Part(address, 7, StringLen(address));
    bool here = host == "localhost" || host == "127.0.0.1" || StartsWith(host, "localhost:") || StartsWith(host, "127.0.0.1:");
    if (!here)
      return "L'indirizzo del sito deve iniziare con https://";
  }
  else
    return "L'indirizzo del sito deve iniziare con https://";

  if (host == "")
    return "Manca l'indirizzo del sito: copialo dal sito e incollalo in InpApiUrl.";
  for (int i = 0; i < StringLen(host); i++)
  {
    int letter = StringGetCharacter(host, i);
    if (!IsLetterOrDigit(letter) && letter != '.' && letter != '-' && letter != ':')
      return "Nell'indirizzo del sito lascia solo https:// e il nome, senza altro dopo.";
  }
  return "";
}

/** The error in a token, as the chart says it; empty where there is none. The form is that of docs/ea-protocol.md, authentication. */
string TokenError(const string token)
{
  const string prefix = "tt_ea_";
  if (token == "")
    return "Manca il token: copialo dal sito e incollalo in InpToken.";
  bool formed = StartsWith(token, prefix) && StringLen(token) == StringLen(prefix) + 43;
  for (int i = 0; formed && i < StringLen(token); i++)
  {
    int letter = StringGetCharacter(token, i);
    formed = IsLetterOrDigit(letter) || letter == '-' || letter == '_';
  }
  if (!formed)
    return "Il token non ha la forma giusta: copialo di nuovo dal sito, per intero.";
  return "";
}
