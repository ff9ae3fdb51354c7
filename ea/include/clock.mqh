// Time by the tick counter: a PC's clock may be set, the counter only runs on.

/** Milliseconds since the advisor was loaded. Sums up differences, since MQL4's counter starts again every 49.7 days. */
long g_now = 0;
uint g_counter = 0;
bool g_counting = false;

/** Broker seconds of the last quote, its arrival by `g_now`, and whether its arrival was observed. */
long g_quote = 0;
long g_quote_at = 0;
bool g_quote_fresh = false;

/** The age of a quote from before the start: only "not fresh" matters (docs/ea-protocol.md, broker time to UTC). */
const long AGE_UNKNOWN = 86400;

void AdvanceClock()
{
  uint counter = GetTickCount();
  uint passed = counter - g_counter;
  if (g_counting)
    g_now += (long)passed;
  g_counting = true;
  g_counter = counter;
}

/**
 * Notices a new quote. It counts as fresh if the broker's clock moved on like the counter: a terminal that has just connected on a Saturday
 * jumps to Friday's last quote, and the server must not take the broker's offset from that.
 */
void WatchQuote()
{
  long quote = (long)TimeCurrent();
  if (quote == g_quote)
    return;
  long difference = (quote - g_quote) * 1000 - (g_now - g_quote_at);
  g_quote_fresh = g_quote > 0 && difference > -60000 && difference < 60000;
  g_quote = quote;
  g_quote_at = g_now;
}

/** Seconds since the last quote came. */
long QuoteAge()
{
  return g_quote_fresh ? (g_now - g_quote_at) / 1000 : AGE_UNKNOWN;
}
