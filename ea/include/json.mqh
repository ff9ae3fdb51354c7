// The sync's JSON. Numbers go through DoubleToString alone: an implicit conversion would write 1e-05.

/** Set where an amount was NaN or infinite: such a request is never sent. */
bool g_number_error = false;

/** A JSON text of at most `longest` letters. */
string JsonText(const string text, const int longest)
{
  string escaped = "";
  int length = StringLen(text) < longest ? StringLen(text) : longest;
  int from = 0;
  for (int i = 0; i < length; i++)
  {
    int letter = StringGetCharacter(text, i);
    if (letter >= 32 && letter != '"' && letter != '\\')
      continue;
    escaped += Part(text, from, i);
    if (letter < 32)
      escaped += StringFormat("\\u%04x", letter);
    else
      escaped += "\\" + Part(text, i, i + 1);
    from = i + 1;
  }
  return "\"" + escaped + Part(text, from, length) + "\"";
}

string JsonBool(const bool value)
{
  return value ? "true" : "false";
}

/** Tickets, position ids, magic numbers and logins travel as texts: they exceed 2^53. */
string JsonId(const long id)
{
  return "\"" + IntegerToString(id) + "\"";
}

/** Rounded before it is written: the sum of rounded amounts is the sum of the sent ones. */
double Rounded(const double value, const int digits)
{
  return MathIsValidNumber(value) ? NormalizeDouble(value, digits) : value;
}

string Decimal(const double value, const int digits)
{
  if (!MathIsValidNumber(value))
  {
    g_number_error = true;
    return "0";
  }
  return DoubleToString(Rounded(value, digits), digits);
}

/** A decimal without trailing zeros. */
string ShortDecimal(const double value, const int digits)
{
  string text = Decimal(value, digits);
  int length = StringLen(text);
  if (StringFind(text, ".") < 0)
    return text;
  while (StringGetCharacter(text, length - 1) == '0')
    length--;
  if (StringGetCharacter(text, length - 1) == '.')
    length--;
  return Part(text, 0, length);
}

string Lots(const double lots)
{
  return ShortDecimal(lots, 5);
}

/** Decimals of a symbol's prices; 0 where the terminal does not know the symbol (any more). */
int PriceDigits(const string symbol)
{
  long digits = 0;
  if (symbol == "" || !SymbolInfoInteger(symbol, SYMBOL_DIGITS, digits))
    return 0;
  return (int)digits;
}

string Price(const double price, const int digits)
{
  return digits > 0 ? Decimal(price, digits) : ShortDecimal(price, 8);
}

string Money(const double amount)
{
  return Decimal(amount, MoneyDigits());
}
