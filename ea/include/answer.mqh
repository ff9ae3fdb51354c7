// Reading of answers: flat JSON with unique keys, and headers with the same values where a terminal hides the body of an error.

int SkipBlanks(const string &text, const int from)
{
  int at = from;
  while (at < StringLen(text) && StringGetCharacter(text, at) <= 32)
    at++;
  return at;
}

/** Place after the text that begins at `from`; -1 where it does not end. */
int TextEnd(const string &text, const int from)
{
  for (int at = from + 1; at < StringLen(text); at++)
  {
    int letter = StringGetCharacter(text, at);
    if (letter == '\\')
      at++;
    else if (letter == '"')
      return at + 1;
  }
  return -1;
}

/** Place after the value that begins at `from`; lists and objects are skipped. -1 where it does not end. */
int ValueEnd(const string &text, const int from)
{
  int depth = 0;
  int at = from;
  while (at < StringLen(text))
  {
    int letter = StringGetCharacter(text, at);
    if (letter == '"')
    {
      at = TextEnd(text, at);
      if (at < 0 || depth == 0)
        return at;
      continue;
    }
    if (letter == '}' || letter == ']')
    {
      if (depth == 0)
        return at;
      depth--;
      if (depth == 0)
        return at + 1;
    }
    else if (letter == '{' || letter == '[')
      depth++;
    else if (depth == 0 && (letter == ',' || letter <= 32))
      return at;
    at++;
  }
  return -1;
}

int HexDigit(const int letter)
{
  if (IsDigit(letter))
    return letter - '0';
  return (letter | 32) - 'a' + 10;
}

/** The text between the quotes of a JSON string. */
string PlainText(const string &quoted)
{
  string plain = "";
  int end = StringLen(quoted) - 1;
  int from = 1;
  for (int at = 1; at < end; at++)
  {
    if (StringGetCharacter(quoted, at) != '\\')
      continue;
    plain += Part(quoted, from, at);
    at++;
    int letter = StringGetCharacter(quoted, at);
    from = at + 1;
    if (letter == 'u' && at + 4 < end)
    {
      int code = 0;
      for (int i = 1; i <= 4; i++)
        code = code * 16 + HexDigit(StringGetCharacter(quoted, at + i));
      plain += ShortToString((ushort)code);
      at += 4;
      from = at + 1;
    }
    else if (letter == 'n' || letter == 'r' || letter == 't')
      plain += " ";
    else
      plain += Part(quoted, at, at + 1);
  }
  return plain + Part(quoted, from, end);
}

/** The value of a key of the outermost object: texts without quotes and escapes, other values unchanged. False where there is none. */
bool JsonField(const string &text, const string key, string &value)
{
  int at = SkipBlanks(text, 0);
  if (at >= StringLen(text) || StringGetCharacter(text, at) != '{')
    return false;
  string wanted = "\"" + key + "\"";
  while (at < StringLen(text))
  {
    // The brace, or the comma after a value.
    at = SkipBlanks(text, at + 1);
    int key_end = at < StringLen(text) && StringGetCharacter(text, at) == '"' ? TextEnd(text, at) : -1;
    if (key_end < 0)
      return false;
    string found = Part(text, at, key_end);
    at = SkipBlanks(text, key_end);
    if (at >= StringLen(text) || StringGetCharacter(text, at) != ':')
      return false;
    at = SkipBlanks(text, at + 1);
    int end = ValueEnd(text, at);
    if (end <= at)
      return false;
    if (found == wanted)
    {
      value = Part(text, at, end);
      if (StringGetCharacter(value, 0) == '"')
        value = PlainText(value);
      return true;
    }
    at = SkipBlanks(text, end);
    if (at >= StringLen(text) || StringGetCharacter(text, at) != ',')
      return false;
  }
  return false;
}

/** A text, empty where there is none. */
string FieldText(const string &text, const string key)
{
  string value = "";
  return JsonField(text, key, value) && value != "null" ? value : "";
}

bool IsWhole(const string text)
{
  int from = StartsWith(text, "-") ? 1 : 0;
  if (StringLen(text) == from || StringLen(text) > 19)
    return false;
  for (int i = from; i < StringLen(text); i++)
    if (!IsDigit(StringGetCharacter(text, i)))
      return false;
  return true;
}

/** A whole number, `otherwise` where there is none. */
long FieldWhole(const string &text, const string key, const long otherwise)
{
  string value = FieldText(text, key);
  return IsWhole(value) ? StringToInteger(value) : otherwise;
}

/** The value of a header, whatever the case of its name; empty where there is none. */
string HeaderValue(const string &headers, const string name)
{
  string searched = "\n" + headers;
  string original = searched;
  string start = "\n" + name + ":";
  StringToLower(searched);
  StringToLower(start);
  int from = StringFind(searched, start);
  if (from < 0)
    return "";
  from += StringLen(start);
  int to = StringFind(original, "\n", from);
  return Trimmed(Part(original, from, to < 0 ? StringLen(original) : to));
}
