// The Pi's two I2C buses, with a display at 0x3c on the second, that stay until the power goes: no program plays them.
// Once it is to tell, each write to the display is a line on the console, with the process that has written.
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/sched.h>

#define DISPLAY 0x3c
#define A_LINE 64

static bool tells;
static bool is_on;

static void tell(const struct i2c_msg *message)
{
	int at, size;

	for (at = 0; at < message->len; at += size) {
		size = min(message->len - at, A_LINE);
		pr_err("pi_glass: %d %s %*phN\n", task_tgid_nr(current), at ? "more" : "write", size, message->buf + at);
	}
}

static int glass_transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count);

static u32 glass_can(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = { .master_xfer = glass_transfer, .functionality = glass_can };
static struct i2c_adapter buses[] = {
	{ .owner = THIS_MODULE, .algo = &algorithm, .name = "pi_glass 0" },
	{ .owner = THIS_MODULE, .algo = &algorithm, .name = "pi_glass 1" },
};

static int glass_transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	int number;

	for (number = 0; number < count; number++) {
		if (bus != &buses[1] || messages[number].addr != DISPLAY)
			return -ENXIO;
		if (messages[number].flags & I2C_M_RD)
			memset(messages[number].buf, 0, messages[number].len);
		else if (tells)
			tell(&messages[number]);
	}
	return count;
}

static int switch_on(const char *word, const struct kernel_param *parameter)
{
	int number, fault = 0;

	for (number = 0; !is_on && !fault && number < ARRAY_SIZE(buses); number++)
		fault = i2c_add_adapter(&buses[number]);
	is_on = true;
	return fault;
}

static const struct kernel_param_ops on = { .set = switch_on };

module_param_cb(on, &on, NULL, 0200);
module_param(tells, bool, 0600);
MODULE_LICENSE("GPL");
